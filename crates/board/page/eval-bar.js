// The evaluation as a bar: White's share from below.

import { outcomeWords, scoreShare, scoreWords } from './words.js';

/** @typedef {import('./messages').GameOutcome} GameOutcome */
/** @typedef {import('./messages').Score} Score */

export class EvalBar extends HTMLElement {
    #share = document.createElement('div');
    #text = document.createElement('span');

    connectedCallback() {
        this.setAttribute('role', 'meter');
        this.setAttribute('aria-label', 'Evaluation');
        this.setAttribute('aria-valuemin', '0');
        this.setAttribute('aria-valuemax', '100');
        this.#share.className = 'share';
        this.append(this.#share, this.#text);
        this.show(null, false);
    }

    /**
     * @param {Score | null} score
     * @param {boolean} flipped
     */
    show(score, flipped) {
        this.classList.toggle('unknown', score === null);
        if (score === null) {
            this.#draw(0.5, '', 'not analysed', flipped);
        } else {
            this.#draw(scoreShare(score), shortScore(score), scoreWords(score), flipped);
        }
    }

    /**
     * The result of a game that is over in place of a score.
     * @param {GameOutcome} outcome
     * @param {boolean} flipped
     */
    showOutcome(outcome, flipped) {
        this.classList.remove('unknown');
        const share = { '1-0': 1, '0-1': 0 }[outcome.result] ?? 0.5;
        this.#draw(share, share === 0.5 ? '½' : outcome.result, outcomeWords(outcome), flipped);
    }

    /**
     * @param {number} share White's, from 0 to 1
     * @param {string} text
     * @param {string} words
     * @param {boolean} flipped
     */
    #draw(share, text, words, flipped) {
        this.classList.toggle('flipped', flipped);
        this.#share.style.setProperty('--share', `${(share * 100).toFixed(1)}%`);
        this.#text.textContent = text;
        this.#text.className = share >= 0.5 ? 'for-white' : 'for-black';
        this.setAttribute('aria-valuenow', (share * 100).toFixed(0));
        this.setAttribute('aria-valuetext', words);
    }
}

/**
 * A score that fits into the bar: `1.3`, `#3`.
 * @param {Score} score
 */
function shortScore(score) {
    if ('mate' in score) {
        return `#${Math.abs(score.mate)}`;
    }
    const pawns = Math.abs(score.cp / 100);
    return pawns < 10 ? pawns.toFixed(1) : String(Math.round(pawns));
}

customElements.define('eval-bar', EvalBar);
