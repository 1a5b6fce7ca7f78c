// Games of games: the path to the board shown, the strip of the others, the progress of a board turn.

import { html, nothing } from './lit-html.js';
import { withRules } from './view-entry.js';
import { shortened } from './words.js';

/** @typedef {import('./entry.js').TurnEntry} TurnEntry */
/** @typedef {import('./messages').BoardTurn} BoardTurn */
/** @typedef {import('./messages').Scene} Scene */
/** @typedef {import('./overview.js').BoardNotes} BoardNotes */
/**
 * @typedef {object} MegaActions
 * @property {(place: string[]) => void} enter
 * @property {() => void} next
 * @property {(places: string[][]) => void} drop
 * @property {() => void} fill
 * @property {() => void} make
 * @property {(isOn: boolean) => void} setForAll
 * @property {(isOn: boolean) => void} setMovesPieces
 * @property {(rule: string) => void} rule
 */

/**
 * `Board › a1 › b2`
 * @param {string[]} place
 * @param {MegaActions} actions
 */
export function pathView(place, actions) {
    const steps = place.map((square, index) => ({ square, to: place.slice(0, index + 1) }));
    return html`<nav aria-label="Boards"><button data-place="" aria-current=${place.length === 0 ? 'true' : nothing}
        @click=${() => actions.enter([])}>Board</button>${steps.map(({ square, to }) => html`<span aria-hidden="true"> › </span>
        <button data-place=${to.join('/')} aria-current=${to.length === place.length ? 'true' : nothing} @click=${() => actions.enter(to)}>${square}</button>`)}</nav>`;
}

/**
 * The running boards around the one shown, to go from one to another.
 * @param {Scene} outer
 * @param {string[]} place
 * @param {TurnEntry} entry
 * @param {MegaActions} actions
 */
export function stripView(outer, place, entry, actions) {
    const around = place.slice(0, -1);
    const boards = (outer.boards ?? []).filter((board) => board.playable || board.besieged);
    return html`<div class="strip" role="group" aria-label="Boards to play on">${boards.map(({ square, besieged }) => {
        const chosen = entry.chosenAt([...around, square]);
        const isDone = typeof chosen?.turn === 'string';
        const state = isDone ? 'done' : besieged ? 'besieged' : '';
        const words = `${square}${isDone ? `, ${chosen?.turn}` : besieged ? ', in check' : ''}`;
        return html`<button class=${state} aria-label=${words} aria-current=${square === place.at(-1) ? 'true' : nothing}
            @click=${() => actions.enter([...around, square])}>${square}${isDone ? ' ✓' : besieged ? ' !' : ''}</button>`;
    })}</div>`;
}

/**
 * @param {TurnEntry} entry
 * @param {boolean} isOpen
 * @param {boolean} isThinking
 * @param {MegaActions} actions
 */
export function progressView(entry, isOpen, isThinking, actions) {
    const { place } = entry;
    const outermost = entry.prompt?.board_turn;
    const turn = entry.boardTurn;
    const chosen = turn?.chosen ?? [];
    const count = chosen.reduce((sum, each) => sum + (each.turn === null ? 0 : each.places.length), 0);
    const refusal = outermost?.refusal;
    const isReady = typeof entry.prompt?.turn === 'string';
    return html`<section class="progress" aria-label="The board turn">
        ${turn === undefined ? nothing : html`<p class="count"><strong>${count} of ${turn.need}</strong> boards${place.length === 0 ? '' : ` on ${place.join(' › ')}`}</p>`}
        <div class="row">
            <button class="primary" data-action="make" ?disabled=${!isReady || !isOpen || outermost === undefined} @click=${actions.make}>Make the turn</button>
            <button data-action="fill" ?disabled=${!isOpen || isThinking} @click=${actions.fill}>${isThinking ? 'Thinking …' : 'Fill in'}</button>
            <button data-action="next" ?disabled=${!isOpen} @click=${actions.next}>Next board</button>
            <button data-action="clear" ?disabled=${!entry.isBegun} @click=${() => actions.drop(chosen.flatMap((each) => each.places.map((square) => [...place, square])))}>Clear</button>
        </div>
        ${refusal === undefined || chosen.length === 0 ? nothing : html`<p class="refusal">${refusal.place === '' ? '' : `On ${refusal.place}: `}${withRules(refusal.reason, actions.rule)}</p>`}
        <label><input type="checkbox" .checked=${entry.isForAll} @change=${(/** @type {Event} */ event) => {
            actions.setForAll(/** @type {HTMLInputElement} */ (event.target).checked);
        }}> The same on all equal boards</label>
        <label><input type="checkbox" .checked=${entry.movesPieces} ?disabled=${chosen.length > 0} @change=${(/** @type {Event} */ event) => {
            actions.setMovesPieces(/** @type {HTMLInputElement} */ (event.target).checked);
        }}> Move a mega-piece</label>
        ${chosen.length > 0 ? html`<p class="hint">Boards are chosen, so no mega-piece may move until they are cleared.</p>` : nothing}
        <ul class="chosen">${chosen.map((each) => html`<li class=${each.places.length > 2 ? 'wide' : ''} data-chosen=${each.places.join(',')}>
            <button class="place" @click=${() => actions.enter([...place, each.places[0] ?? ''])}>${each.places.join(' ')}</button>
            <span class="turn-text" title=${each.turn ?? ''}>${each.turn === null ? 'not complete' : shortened(each.turn, 30)}</span>
            <button class="drop" aria-label="Drop ${each.places.join(' ')}" @click=${() => actions.drop(each.places.map((square) => [...place, square]))}>×</button>
        </li>`)}</ul>
        ${(turn?.besieged.length ?? 0) > 0 ? html`<p class="besieged">In check and not answered: ${turn?.besieged.map((square) => html`
            <button @click=${() => actions.enter([...place, square])}>${square}</button>`)}</p>` : nothing}
    </section>`;
}

/**
 * What is said of each board on the board shown.
 * @param {TurnEntry} entry
 * @param {Map<string, string>} values The engine's values.
 * @returns {Map<string, BoardNotes>}
 */
export function notesOf(entry, values) {
    /** @type {Map<string, BoardNotes>} */
    const notes = new Map();
    const { place } = entry;
    const faulty = entry.prompt?.board_turn?.refusal?.place ?? '';
    for (const chosen of entry.boardTurn?.chosen ?? []) {
        for (const square of chosen.places) {
            const path = [...place, square].join('/');
            const isFaulty = faulty === path || faulty.startsWith(`${path}/`);
            const words = chosen.turn === null ? 'turn begun' : `chosen: ${shortened(chosen.turn)}`;
            notes.set(square, {
                words: isFaulty ? `${words}, not legal` : words,
                isChosen: chosen.turn !== null,
                isBegun: chosen.turn === null,
                isFaulty,
                ...(chosen.turn === null ? {} : { turn: chosen.turn }),
            });
        }
    }
    for (const [square, value] of place.length === 0 ? values : []) {
        const note = notes.get(square) ?? { words: '', isChosen: false, isBegun: false, isFaulty: false };
        notes.set(square, { ...note, value, words: `${note.words} ${value}`.trim() });
    }
    return notes;
}
