// Below the board: what is to be done, words to choose, the field for text, buttons of play.

import { html, nothing } from './lit-html.js';
import { isWord } from './taps.js';
import { capital, outcomeWords } from './words.js';

/** @typedef {import('./game.js').Game} Game */
/** @typedef {import('./entry.js').TurnEntry} TurnEntry */
/**
 * @typedef {object} EntryActions
 * @property {(tap: string) => void} tap
 * @property {() => void} back
 * @property {() => void} clear
 * @property {() => void} confirm
 * @property {(text: string) => void} play
 * @property {(text: string) => void} complete
 * @property {(rule: string) => void} rule
 * @property {(what: 'go' | 'pause' | 'resign' | 'takeback' | 'move-now') => void} control
 * @property {() => void} toCurrent
 */
/**
 * @typedef {object} EntryState
 * @property {string} refusal
 * @property {string[]} completions
 * @property {boolean} waits Whether a complete turn waits for *Confirm*.
 */

/**
 * @param {Game} game
 * @param {TurnEntry} entry
 * @param {EntryState} state
 * @param {EntryActions} actions
 */
export function entryView(game, entry, state, actions) {
    const { table, node } = game;
    if (table === null || node === undefined) {
        return html`<p id="words">Opening the table …</p>`;
    }
    const words = entry.targets.filter((target) => isWord(target.tap));
    return html`<p id="words">${instruction(game, entry)}</p>
        ${state.refusal === '' ? nothing : html`<p id="refusal" role="alert">${withRules(state.refusal, actions.rule)}</p>`}
        <div class="row" id="actions">
            ${words.map((word) => html`<button class="primary" data-tap=${word.tap} @click=${() => actions.tap(word.tap)}>${capital(word.label ?? word.tap)}</button>`)}
            ${state.waits ? html`<button class="primary" data-action="confirm" @click=${actions.confirm}>Confirm</button>` : nothing}
            <button data-action="back" ?disabled=${!entry.isBegun} @click=${actions.back}>Take back a tap</button>
            ${game.isCurrent ? nothing : html`<button @click=${actions.toCurrent}>To the current turn</button>`}
            ${playButtons(game, actions)}
        </div>
        <form class="row" id="text-entry" @submit=${(/** @type {SubmitEvent} */ event) => {
            event.preventDefault();
            const field = document.getElementById('turn-text');
            if (field instanceof HTMLInputElement && field.value.trim() !== '') {
                actions.play(field.value.trim());
            }
        }}>
            <label class="grow"><span>Turn as text</span>
            <input id="turn-text" list="turn-list" autocomplete="off" autocapitalize="off" spellcheck="false"
                ?disabled=${!game.isOpen} @input=${(/** @type {Event} */ event) => {
                    actions.complete(/** @type {HTMLInputElement} */ (event.target).value);
                }}></label>
            <datalist id="turn-list">${state.completions.map((turn) => html`<option value=${turn}></option>`)}</datalist>
            <button type="submit" ?disabled=${!game.isOpen}>Play</button>
        </form>
        ${entry.isBegun && entry.turns.length > 1 && entry.turns.length <= 12 && entry.prompt?.turn === null ? html`
            <div class="row candidates" role="group" aria-label="Turns that begin so">${entry.turns.map((turn) => html`
                <button class="turn" data-turn=${turn} @click=${() => actions.play(turn)}>${turn}</button>`)}</div>` : nothing}`;
}

/**
 * @param {Game} game
 * @param {TurnEntry} entry
 * @returns {string}
 */
function instruction(game, entry) {
    const { table, node, outcome } = game;
    if (outcome !== null) {
        return outcomeWords(outcome);
    }
    if (table?.playing === true && !game.isCurrent) {
        return 'You look at an earlier turn; the game goes on.';
    }
    if (!game.isOpen) {
        return game.isAway ? 'The server is away.' : `${capital(node?.to_move ?? '')} is thinking …`;
    }
    return entry.prompt?.words ?? '';
}

/**
 * @param {Game} game
 * @param {EntryActions} actions
 */
function playButtons(game, actions) {
    const { table } = game;
    if (table === null) {
        return nothing;
    }
    const isSeated = table.white.player !== 'person' || table.black.player !== 'person';
    const hasClock = table.clock.white !== null || table.clock.black !== null;
    if (table.playing) {
        const person = table.white.player === 'person' || table.black.player === 'person';
        const toMove = game.nodes.get(table.at)?.to_move;
        const isThinking = toMove !== undefined && game.seat(toMove).player !== 'person';
        return html`<button @click=${() => actions.control('pause')}>Pause</button>
            ${isThinking ? html`<button @click=${() => actions.control('move-now')}>Move now</button>` : nothing}
            ${person ? html`<button @click=${() => actions.control('takeback')}>Take back</button>
            <button @click=${() => actions.control('resign')}>Resign</button>` : nothing}`;
    }
    const canGo = (isSeated || hasClock) && table.outcome === null;
    return canGo ? html`<button class="primary" @click=${() => actions.control('go')}>Start</button>` : nothing;
}

/**
 * A message in which the numbers of rules open the rule.
 * @param {string} text
 * @param {(rule: string) => void} open
 */
export function withRules(text, open) {
    return text.split(/\b([A-Z]\d{1,2}[a-z]?)\b/).map((part, index) =>
        index % 2 === 0 ? part : html`<button class="rule" @click=${() => open(part)}>${part}</button>`,
    );
}
