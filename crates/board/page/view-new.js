// The dialog for a new game: which one, from where, who plays, with which clocks.

import { html, nothing, render } from './lit-html.js';
import { paceOf } from './view-seats.js';
import { Refused } from './connection.js';

/** @typedef {import('./game.js').Game} Game */
/** @typedef {import('./messages').Variant} Variant */

const CLOCKS = [
    ['', 'No clock'],
    ['60+1', '1 minute + 1 s'],
    ['180+2', '3 minutes + 2 s'],
    ['300+3', '5 minutes + 3 s'],
    ['900+10', '15 minutes + 10 s'],
];

export class NewGameDialog {
    #dialog;
    #game;
    #chosen = 'chess';
    #refusal = '';

    /**
     * @param {HTMLDialogElement} dialog
     * @param {Game} game
     */
    constructor(dialog, game) {
        this.#dialog = dialog;
        this.#game = game;
    }

    open() {
        this.#chosen = this.#game.table?.variant ?? 'chess';
        this.#refusal = '';
        this.#draw();
        for (const [name, value] of [['white', 'person'], ['black', 'person'], ['clock', ''], ['position', '']]) {
            const field = this.#dialog.querySelector(`[name="${name}"]`);
            if (field instanceof HTMLSelectElement || field instanceof HTMLInputElement) {
                field.value = value ?? '';
            }
        }
        this.#dialog.showModal();
    }

    #draw() {
        const { variants } = this.#game;
        const variant = variants.find((candidate) => candidate.name === this.#chosen);
        render(html`<form method="dialog" @submit=${(/** @type {SubmitEvent} */ event) => this.#submit(event)}>
            <h2 id="new-game-title">New game</h2>
            <label>Game <select name="variant" @change=${(/** @type {Event} */ event) => {
                this.#chosen = /** @type {HTMLSelectElement} */ (event.target).value;
                this.#draw();
            }}>${variants.map((each) => html`<option value=${each.name} .selected=${each.name === this.#chosen}>${each.title === each.name ? each.name : `${each.title} (${each.name})`}</option>`)}</select></label>
            <p class="hint">${variant?.description ?? ''}</p>
            <div class="pair">
                ${this.#seat('white', variant)}
                ${this.#seat('black', variant)}
            </div>
            <label>Clock <select name="clock">${CLOCKS.map(([value, label]) => html`<option value=${value}>${label}</option>`)}</select></label>
            <label>Position <input name="position" placeholder="the start of the game" autocomplete="off" spellcheck="false"></label>
            ${this.#refusal === '' ? nothing : html`<p role="alert" class="refusal">${this.#refusal}</p>`}
            <div class="row end"><button type="button" @click=${() => this.#dialog.close()}>Cancel</button>
            <button type="submit" class="primary">Begin</button></div>
        </form>`, this.#dialog);
    }

    /**
     * @param {'white' | 'black'} color
     * @param {Variant | undefined} variant
     */
    #seat(color, variant) {
        return html`<label>${color === 'white' ? 'White' : 'Black'} <select name=${color}>
            <option value="person">Person</option>
            ${(variant?.opponents ?? []).map((opponent, index) => html`<option value=${opponent.player}>Opponent ${index + 1}: ${opponent.label}</option>`)}
            <option value="self">Engine, 5 s a turn</option>
        </select></label>`;
    }

    /** @param {SubmitEvent} event */
    async #submit(event) {
        event.preventDefault();
        const data = new FormData(/** @type {HTMLFormElement} */ (event.target));
        const read = (/** @type {string} */ name) => String(data.get(name) ?? '').trim();
        const [white, black, clock, position] = [read('white'), read('black'), read('clock'), read('position')];
        try {
            await this.#game.ask({ do: 'new', variant: read('variant'), ...(position === '' ? {} : { position }) });
            await this.#game.ask({
                do: 'seat',
                white: { player: white, pace: paceOf(white, clock) },
                black: { player: black, pace: paceOf(black, clock) },
            });
            if (white !== 'person' || black !== 'person' || clock !== '') {
                await this.#game.ask({ do: 'go' });
            }
            this.#dialog.close();
        } catch (error) {
            this.#refusal = error instanceof Refused ? error.message : String(error);
            this.#draw();
        }
    }
}

const KEYS = [
    ['Arrows', 'on the board: move; outside it, left and right: walk the game'],
    ['Enter', 'tap the square'],
    ['Shift + Enter', 'on a running board: move the mega-piece'],
    ['Escape, Backspace', 'take the last tap back; go out of a small board'],
    ['F', 'flip the board'],
    ['N', 'the next board worth a move'],
    ['A', 'analysis on or off'],
    ['B', 'to the board'],
    ['T', 'to the text field'],
    ['Home, End', 'outside the board: to the first and the last turn'],
    ['?', 'this list'],
];

/** @param {HTMLDialogElement} dialog */
export function openKeys(dialog) {
    render(html`<form method="dialog"><h2 id="keys-title">Keys</h2>
        <dl class="keys">${KEYS.map(([key, words]) => html`<dt>${key}</dt><dd>${words}</dd>`)}</dl>
        <div class="row end"><button class="primary">Close</button></div></form>`, dialog);
    dialog.showModal();
}
