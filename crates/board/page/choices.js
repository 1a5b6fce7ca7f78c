// The choices that belong to a square, opened at the square; the pieces of a stack, one by one.

import { drawPiece, svgElement } from './pieces.js';
import { capital, pieceWords } from './words.js';

/** @typedef {import('./messages').PromptTarget} PromptTarget */
/** @typedef {import('./messages').Layer} Layer */
/** @typedef {import('./messages').Color} Color */
/**
 * @typedef {object} MenuContent
 * @property {PromptTarget[]} choices
 * @property {Layer[]} layers The pieces to be shown one by one, base first.
 * @property {Layer[]} stack All layers of the square.
 * @property {Color} owner Whose pieces the choices are.
 * @property {string} square
 * @property {number} left Where the square is, as a share of the board.
 * @property {number} top
 * @property {number} width
 * @property {(takes: string[], moves: boolean) => void} hover
 * @property {number[][]} avoid Middles of squares that must stay free, as shares of the board.
 */

/** The choice of a piece inside a stack names its level. */
const LEVEL = /^=\^(\d+)$/;

/** Pieces in the order in which people choose them. */
const ORDER = ['queen', 'samurai', 'knight', 'rook', 'bishop'];

export class ChoiceMenu {
    element = document.createElement('div');
    #choose;

    /** @param {(tap: string) => void} choose */
    constructor(choose) {
        this.#choose = choose;
        this.element.className = 'choices';
        this.element.hidden = true;
        this.element.setAttribute('role', 'group');
        this.element.addEventListener('keydown', (event) => this.#key(event));
    }

    close() {
        this.element.hidden = true;
        this.element.replaceChildren();
    }

    get #buttons() {
        return [...this.element.querySelectorAll('button')];
    }

    get hasFocus() {
        return this.element.contains(document.activeElement);
    }

    focus() {
        this.element.querySelector('button')?.focus();
    }

    /**
     * The choice that has the focus keeps it if it is still there.
     * @param {MenuContent} content
     */
    open(content) {
        const { element } = this;
        const focused = this.#buttons.find((button) => button === document.activeElement)?.dataset['tap'];
        element.setAttribute('aria-label', `Choices on ${content.square}`);
        element.replaceChildren(...this.#items(content));
        element.hidden = false;
        this.#buttons.find((button) => button.dataset['tap'] === focused)?.focus();
        const field = element.parentElement;
        if (field === null) {
            return;
        }
        const [left, top] = this.#position(content, field);
        element.style.left = `${left}px`;
        element.style.top = `${top}px`;
    }

    /**
     * At the square, with the first choice under the pointer; beside it where it would hide squares that may be
     * tapped.
     * @param {MenuContent} content
     * @param {HTMLElement} field
     * @returns {[number, number]}
     */
    #position(content, field) {
        const [width, height] = [field.clientWidth, field.clientHeight];
        const [own, tall] = [this.element.offsetWidth, this.element.offsetHeight];
        const square = content.width * width;
        const [x, y] = [content.left * width, content.top * height];
        const within = (/** @type {number} */ wish, /** @type {number} */ room) => Math.max(0, Math.min(wish, room));
        if (content.avoid.length === 0) {
            return [within(x + square / 2 - Math.min(square, 56) / 2 - 6, width - own), within(y + square / 2 - 28, height - tall)];
        }
        const middle = x + square / 2 - own / 2;
        const rows = Array.from({ length: 9 }, (_, row) => (row * (height - tall)) / 8);
        const columns = [middle, x + square, x - own];
        const spots = rows.flatMap((row) => columns.map((column) => [within(column, width - own), row]));
        const hidden = (/** @type {number[]} */ [left = 0, top = 0]) => content.avoid
            .concat([[content.left + content.width / 2, content.top + content.width / 2]])
            .filter(([right = 0, down = 0]) => {
                const [dx, dy] = [right * width - left, down * height - top];
                const edge = square * 0.3;
                return dx > -edge && dy > -edge && dx < own + edge && dy < tall + edge;
            }).length;
        const far = (/** @type {number[]} */ [left = 0, top = 0]) => Math.hypot(left + own / 2 - x - square / 2, top + tall / 2 - y - square / 2);
        const cost = (/** @type {number[]} */ spot) => hidden(spot) * square * 3 + far(spot);
        const best = spots.reduce((a, b) => (cost(b) < cost(a) ? b : a));
        return [best[0] ?? 0, best[1] ?? 0];
    }

    /**
     * @param {MenuContent} content
     * @returns {HTMLElement[]}
     */
    #items(content) {
        const choices = [...content.choices].sort((a, b) => rank(a) - rank(b));
        if (content.layers.length === 0) {
            return choices.map((choice) => this.#button(choice, content));
        }
        const others = choices.filter((choice) => !LEVEL.test(choice.tap));
        const pieces = content.layers.map((layer, level) => {
            const choice = choices.find((candidate) => candidate.tap === `=^${level}`);
            return choice === undefined ? shown(layer) : this.#button(choice, content);
        });
        return [...pieces, ...others.map((choice) => this.#button(choice, content))];
    }

    /**
     * @param {PromptTarget} choice
     * @param {MenuContent} content
     * @returns {HTMLButtonElement}
     */
    #button(choice, content) {
        const button = document.createElement('button');
        button.type = 'button';
        button.dataset['tap'] = choice.tap;
        const label = choice.label ?? choice.tap;
        const level = LEVEL.exec(choice.tap)?.[1];
        const layer = level === undefined ? undefined : content.stack.filter((here) => here.level !== 'floor')[Number(level)];
        if (choice.glyph !== undefined) {
            const piece = layer ?? { glyph: choice.glyph, owner: content.owner };
            button.append(picture(piece));
        }
        const text = document.createElement('span');
        text.textContent = capital(label);
        button.append(text);
        button.addEventListener('click', () => this.#choose(choice.tap));
        button.addEventListener('pointerenter', () => content.hover(choice.takes, false));
        button.addEventListener('focus', () => content.hover(choice.takes, false));
        button.addEventListener('pointerleave', () => content.hover([], false));
        return button;
    }

    /** @param {KeyboardEvent} event */
    #key(event) {
        const buttons = this.#buttons;
        const index = buttons.findIndex((button) => button === document.activeElement);
        const step = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[event.key];
        if (step !== undefined && index >= 0) {
            buttons[(index + step + buttons.length) % buttons.length]?.focus();
            event.preventDefault();
            event.stopPropagation();
        }
    }
}

/** @param {PromptTarget} choice */
function rank(choice) {
    const index = ORDER.indexOf(choice.glyph ?? '');
    return index < 0 ? ORDER.length : index;
}

/**
 * @param {{glyph: string, form?: string, owner?: Color}} piece
 * @returns {SVGElement}
 */
function picture(piece) {
    const svg = svgElement('svg', { viewBox: '0 0 24 24', 'aria-hidden': 'true' });
    svg.append(drawPiece(piece, 0, 0, 24));
    return svg;
}

/**
 * A piece of a stack that cannot be chosen.
 * @param {Layer} layer
 * @returns {HTMLElement}
 */
function shown(layer) {
    const element = document.createElement('div');
    element.className = 'shown';
    element.append(picture(layer));
    const text = document.createElement('span');
    text.textContent = capital(pieceWords(layer));
    element.append(text);
    return element;
}
