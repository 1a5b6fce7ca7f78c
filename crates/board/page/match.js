// A match on the page: its games side by side, and what is said beside the one that is followed.

import { drawBoard, SIDE } from './board-view.js';
import { render } from './lit-html.js';
import { Overview } from './overview.js';
import { setScale, svgElement } from './pieces.js';
import { matchView } from './view-match.js';

/** @typedef {import('./game.js').Game} Game */

/** Pixels of a small board. */
const WIDTH = 224;

/** A small board of a game under way. */
class SmallBoard {
    element = document.createElement('span');
    #svg = svgElement('svg', { class: 'drawing', 'aria-hidden': 'true' });
    #overview = new Overview();
    /** @type {import('./messages').Look | undefined} */
    #look;

    constructor() {
        this.element.className = 'small-board';
        this.element.style.width = `${WIDTH}px`;
        this.element.append(this.#overview.canvas, this.#svg);
    }

    /** @param {import('./messages').Look | undefined} look */
    show(look) {
        if (look === undefined || look === this.#look) {
            return;
        }
        this.#look = look;
        const { scene } = look;
        this.element.style.height = `${(WIDTH * scene.height) / scene.width}px`;
        drawBoard(this.#svg, { scene, flipped: false, targets: new Map(), selected: [], takes: [], moves: false, arrows: [], lifted: null });
        setScale(this.#svg, scene.width * SIDE, WIDTH);
        this.#overview.paint(scene, false, new Map(), WIDTH);
    }

    /** Draws again: the colours have changed. */
    refresh() {
        const look = this.#look;
        this.#look = undefined;
        this.#overview.forget();
        this.show(look);
    }
}

export class MatchPage {
    #section;
    #game;
    /** @type {Map<number, SmallBoard>} */
    #boards = new Map();

    /**
     * @param {HTMLElement} section
     * @param {Game} game
     */
    constructor(section, game) {
        this.#section = section;
        this.#game = game;
    }

    draw() {
        const { match } = this.#game;
        this.#section.hidden = match === null || !this.#game.isOverview;
        if (match === null || this.#section.hidden) {
            return;
        }
        const numbers = new Set(match.games.map((each) => each.game));
        for (const number of this.#boards.keys()) {
            if (!numbers.has(number)) {
                this.#boards.delete(number);
            }
        }
        for (const number of numbers) {
            const board = this.#boards.get(number) ?? new SmallBoard();
            board.show(this.#game.boards.get(number));
            this.#boards.set(number, board);
        }
        render(matchView(this.#game, match, this.#boards), this.#section);
    }

    refresh() {
        for (const board of this.#boards.values()) {
            board.refresh();
        }
    }
}
