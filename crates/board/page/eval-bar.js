// The evaluation as a bar: White's share from below.

import { scoreShare, scoreWords } from './words.js';

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
        const share = score === null ? 0.5 : scoreShare(score);
        this.classList.toggle('flipped', flipped);
        this.classList.toggle('unknown', score === null);
        this.#share.style.setProperty('--share', `${(share * 100).toFixed(1)}%`);
        this.#text.textContent = score === null ? '' : shortScore(score);
        this.#text.className = share >= 0.5 ? 'for-white' : 'for-black';
        this.setAttribute('aria-valuenow', (share * 100).toFixed(0));
        this.setAttribute('aria-valuetext', score === null ? 'not analysed' : scoreWords(score));
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
