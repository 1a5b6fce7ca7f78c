// The panels beside the board, one at a time.

import { html, nothing } from './lit-html.js';
import { endedView, standingsView } from './view-match.js';
import { counted, scoreText } from './words.js';

/** @typedef {import('./game.js').Game} Game */
/** @typedef {'match' | 'game' | 'examples' | 'rules' | 'terms' | 'record'} PanelName */
/**
 * @typedef {object} PanelState
 * @property {PanelName} open
 * @property {import('./messages').Example[]} examples
 * @property {import('./messages').Example | null} example The one that is on the board.
 * @property {import('./messages').StaticEvaluation | null} terms
 * @property {string} document The rules that are shown.
 * @property {DocumentFragment | HTMLElement | null} rules
 * @property {{games: import('./messages').RecordSummary[], record: number, fault: string} | null} record
 * @property {string} copied The text that was to be copied last.
 * @property {boolean} isCopied
 */
/**
 * @typedef {object} PanelActions
 * @property {(name: PanelName) => void} open
 * @property {(example: import('./messages').Example) => void} example
 * @property {(text: string) => void} tryTurn
 * @property {(name: string) => void} document
 * @property {(what: 'position' | 'record' | 'command') => void} copy
 * @property {(record: string | File) => void} load
 * @property {(game: number) => void} loadGame
 */

/** @type {[PanelName, string][]} */
const PANELS = [['game', 'Game'], ['examples', 'Examples'], ['rules', 'Rules'], ['terms', 'Evaluation'], ['record', 'Record']];

/** While a match is watched. @type {[PanelName, string][]} */
const WATCHING = [['game', 'Game'], ['match', 'Match'], ['rules', 'Rules'], ['terms', 'Evaluation'], ['record', 'Record']];

/**
 * @param {Game} game
 * @param {PanelState} state
 * @param {unknown} gamePanel
 * @param {PanelActions} actions
 */
export function panelsView(game, state, gamePanel, actions) {
    const { match } = game;
    const content = {
        match: () => match === null ? nothing : html`${standingsView(match)}${endedView(game, match)}`,
        game: () => gamePanel,
        examples: () => examplesView(state, actions),
        rules: () => rulesView(game, state, actions),
        terms: () => termsView(state),
        record: () => recordView(state, match !== null, actions),
    };
    return html`<div role="tablist" aria-label="Panels" @keydown=${tabKeys}>
        ${(match === null ? PANELS : WATCHING).map(([name, label]) => html`<button role="tab" id="tab-${name}" aria-controls="panel"
            aria-selected=${state.open === name} tabindex=${state.open === name ? 0 : -1}
            @click=${() => actions.open(name)}>${label}</button>`)}
    </div>
    <div role="tabpanel" id="panel" tabindex="0" aria-labelledby="tab-${state.open}">${content[state.open]()}</div>`;
}

/** @param {KeyboardEvent} event */
function tabKeys(event) {
    const tabs = [...document.querySelectorAll('[role="tab"]')];
    const index = tabs.findIndex((tab) => tab === document.activeElement);
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    const next = step === undefined ? undefined : tabs[(index + step + tabs.length) % tabs.length];
    if (next instanceof HTMLElement) {
        next.click();
        next.focus();
        event.stopPropagation();
        event.preventDefault();
    }
}

/**
 * @param {PanelState} state
 * @param {PanelActions} actions
 */
function examplesView(state, actions) {
    if (state.examples.length === 0) {
        return html`<p class="hint">There are no examples for this game.</p>`;
    }
    return html`<ul class="examples">${state.examples.map((example) => html`<li>
        <button class="example" data-example=${example.name} aria-pressed=${state.example === example}
            @click=${() => actions.example(example)}>${example.name}</button>
        <p>${example.see}</p>
        ${state.example === example ? html`<p>Try <button class="turn" data-try=${example.turn}
            @click=${() => actions.tryTurn(example.turn)}>${example.turn}</button></p>` : nothing}
    </li>`)}</ul>`;
}

/**
 * @param {Game} game
 * @param {PanelState} state
 * @param {PanelActions} actions
 */
function rulesView(game, state, actions) {
    const names = game.variant?.rules ?? [];
    return html`${names.length > 1 ? html`<div class="row" role="group" aria-label="Documents">${names.map((name) => html`
        <button aria-pressed=${name === state.document} @click=${() => actions.document(name)}>${name}</button>`)}</div>` : nothing}
        <article class="rules">${state.rules ?? html`<p class="hint">The rules are being fetched.</p>`}</article>`;
}

/** @param {PanelState} state */
function termsView(state) {
    const { terms } = state;
    if (terms === null) {
        return html`<p class="hint">There is no static evaluation of this position.</p>`;
    }
    const pawns = (/** @type {number} */ value) => (value / 100).toFixed(2).replace(/^-0\.00$/, '0.00').replace('-', '−');
    return html`<table class="terms"><caption>The static evaluation, in pawns</caption>
        <thead><tr><th scope="col">Term</th><th scope="col">White</th><th scope="col">Black</th><th scope="col">Difference</th></tr></thead>
        <tbody>${terms.terms.map((term) => html`<tr><th scope="row">${term.name}</th><td>${pawns(term.white)}</td><td>${pawns(term.black)}</td><td>${pawns(term.white - term.black)}</td></tr>`)}</tbody>
        <tfoot><tr><th scope="row">total, for White</th><td></td><td></td><td>${scoreText(terms.total)}</td></tr></tfoot></table>`;
}

/**
 * @param {PanelState} state
 * @param {boolean} isWatching Records cannot be opened then.
 * @param {PanelActions} actions
 */
function recordView(state, isWatching, actions) {
    const { record } = state;
    const read = (/** @type {Event} */ event) => {
        const file = /** @type {HTMLInputElement} */ (event.target).files?.[0];
        if (file !== undefined) {
            actions.load(file);
        }
    };
    // Without it a file that is chosen again, having been changed, would not be read again.
    const forget = (/** @type {Event} */ event) => {
        /** @type {HTMLInputElement} */ (event.target).value = '';
    };
    return html`<div class="row">
            <button @click=${() => actions.copy('position')}>Copy position</button>
            <button @click=${() => actions.copy('record')}>Copy record</button>
            <button @click=${() => actions.copy('command')}>Copy command</button>
        </div>
        ${state.copied === '' ? nothing : html`<label>${state.isCopied ? 'Copied' : 'To be copied by hand'} <textarea id="copied" rows="4" readonly .value=${state.copied}></textarea></label>`}
        ${isWatching ? nothing : html`<label>A record, as text <textarea id="record-text" rows="6" spellcheck="false"></textarea></label>
        <div class="row">
            <button @click=${() => {
                const field = document.getElementById('record-text');
                if (field instanceof HTMLTextAreaElement) {
                    actions.load(field.value);
                }
            }}>Open the text</button>
            <label class="file">A file <input type="file" accept=".pgn,.txt,text/plain" @click=${forget} @change=${read}></label>
        </div>`}
        ${record === null ? nothing : html`
            ${record.fault === '' ? nothing : html`<p role="alert" class="refusal">${record.fault}</p>`}
            <ol class="recorded">${record.games.map((each, index) => html`<li><button @click=${() => actions.loadGame(index)}>
                ${each.white} – ${each.black} ${each.result} (${each.variant}, ${counted(each.turns, 'turn')})</button></li>`)}</ol>`}`;
}
