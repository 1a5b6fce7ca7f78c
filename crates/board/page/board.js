// The board: a drawing under a grid of labelled cells, which take pointer and keyboard.

import { drawBoard, drawLayers, place, SIDE, squareAt } from './board-view.js';
import { BoardGestures } from './board-gestures.js';
import { ChoiceMenu } from './choices.js';
import { armedLines } from './lines.js';
import { Overview } from './overview.js';
import { setScale, svgElement } from './pieces.js';
import { reducesMotion } from './settings.js';
import { squareWords } from './words.js';

/** @typedef {import('./messages').Scene} Scene */
/** @typedef {import('./messages').PromptTarget} PromptTarget */
/** @typedef {import('./board-view.js').Arrow} Arrow */
/** @typedef {import('./overview.js').BoardNotes} BoardNotes */
/**
 * @typedef {object} BoardState
 * @property {Scene} scene
 * @property {PromptTarget[]} targets Their taps name no boards.
 * @property {string[]} selected The squares tapped so far.
 * @property {boolean} flipped
 * @property {Arrow[]} arrows
 * @property {Map<string, BoardNotes>} notes Games of games: what is said of each board.
 * @property {string} label
 * @property {boolean} animate Whether the last turn is shown moving.
 * @property {boolean} fan Whether the pieces of the last square are shown one by one.
 */

/** @type {BoardState} */
const EMPTY = {
    scene: { width: 8, height: 8, turn: 'white', squares: [], trays: [], marks: [], legend: [], facts: [], rights: [], level: 0 },
    targets: [],
    selected: [],
    flipped: false,
    arrows: [],
    notes: new Map(),
    label: 'Board',
    animate: false,
    fan: false,
};

/**
 * Events: `press` {square, pointer}, `drag` {from, to}, `choose` {tap}, `back`, `clear`.
 */
export class GameBoard extends HTMLElement {
    #state = EMPTY;
    #field = document.createElement('div');
    #grid = document.createElement('div');
    #svg = svgElement('svg', { class: 'drawing', 'aria-hidden': 'true' });
    #overview = new Overview();
    #menu = new ChoiceMenu((tap) => this.#send('choose', { tap }));
    /** @type {Map<string, HTMLElement>} */
    #cells = new Map();
    #focus = 'e1';
    #layout = '';
    /** @type {string[]} */
    #takes = [];
    /** @type {string | null} */
    #lifted = null;
    #moves = false;
    /** @type {string | null} */
    #hovered = null;
    #wasDragged = false;

    connectedCallback() {
        if (this.#field.parentElement === this) {
            return;
        }
        this.#field.className = 'field';
        this.#grid.setAttribute('role', 'grid');
        this.#grid.className = 'cells';
        this.#field.append(this.#overview.canvas, this.#svg, this.#grid, this.#menu.element);
        this.append(this.#field);
        this.#grid.addEventListener('keydown', (event) => this.#key(event));
        this.#grid.addEventListener('focusin', (event) => {
            const square = event.target instanceof HTMLElement ? event.target.dataset['square'] : undefined;
            if (square !== undefined) {
                this.#moveFocus(square, false);
            }
        });
        new BoardGestures(this.#grid, {
            squareOf: (x, y) => this.#squareOf(x, y),
            canDrag: (square) => this.#canDrag(square),
            press: (square, pointer) => this.#send('press', { square, pointer }),
            lift: (square) => this.#lift(square),
            drop: (from, to, pointer) => {
                this.#lift(null);
                this.#wasDragged = to !== null;
                this.#send('drag', { from, to, pointer });
            },
            begin: (square, pointer) => this.#send('lift', { square, pointer }),
            hover: (square) => this.#hover(square),
            figure: (square) => this.#figure(square),
        });
        new ResizeObserver(() => this.#paintGames()).observe(this.#field);
    }

    /** @returns {BoardState} */
    get state() {
        return this.#state;
    }

    /** @param {Partial<BoardState>} changes */
    show(changes) {
        this.#state = { ...this.#state, ...changes };
        this.#takes = [];
        this.#draw();
        const { scene, animate } = this.#state;
        if (animate && !this.#wasDragged) {
            this.#animate(scene);
        }
        this.#wasDragged = false;
        this.#state.animate = false;
    }

    /** Draws again: the colours have changed. */
    refresh() {
        this.#overview.forget();
        this.#paintGames();
    }

    /** Gives the focus to a square, unless one has it: to take it again would scroll the page. */
    focusBoard() {
        if (!this.#grid.contains(document.activeElement)) {
            this.#cells.get(this.#focus)?.focus();
        }
    }

    get squareTargets() {
        /** @type {Map<string, PromptTarget>} */
        const targets = new Map();
        for (const target of this.#state.targets) {
            if (/^[a-z]\d+$/.test(target.tap)) {
                targets.set(target.tap, target);
            }
        }
        return targets;
    }

    /**
     * @param {string} type
     * @param {object} [detail]
     */
    #send(type, detail = {}) {
        this.dispatchEvent(new CustomEvent(type, { detail }));
    }

    #paint() {
        const { scene, flipped, selected, arrows } = this.#state;
        const targets = this.squareTargets;
        const lines = armedLines(scene, this.#hovered);
        drawBoard(this.#svg, {
            scene,
            flipped,
            targets,
            selected,
            arrows: [...arrows, ...lines],
            takes: this.#takes,
            moves: this.#moves,
            lifted: this.#lifted,
        });
    }

    #draw() {
        const { scene, selected } = this.#state;
        this.#layoutCells();
        this.dataset['level'] = String(Math.min(scene.level, 1));
        this.#field.style.aspectRatio = `${scene.width} / ${scene.height}`;
        const targets = this.squareTargets;
        this.#paint();
        for (const [square, cell] of this.#cells) {
            const target = targets.get(square);
            const isSelected = selected.includes(square);
            const note = this.#state.notes.get(square)?.words;
            const words = squareWords(scene, square, target, isSelected);
            cell.setAttribute('aria-label', note === undefined ? words : `${words}, ${note}`);
            cell.setAttribute('aria-selected', String(isSelected));
            setData(cell, 'target', target?.kind);
            setData(cell, 'drag', this.#canDrag(square) ? 'yes' : undefined);
        }
        this.#paintGames();
        this.#openChoices();
    }

    #paintGames() {
        const { scene, flipped, notes } = this.#state;
        const width = this.#field.clientWidth;
        setScale(this.#svg, scene.width * SIDE, width);
        this.#overview.paint(scene, flipped, notes, width);
    }

    /** Makes the cells; again if the size or the orientation has changed. */
    #layoutCells() {
        const { scene, flipped, label } = this.#state;
        this.#grid.setAttribute('aria-label', label);
        const layout = `${scene.width} ${scene.height} ${flipped}`;
        if (layout === this.#layout) {
            return;
        }
        this.#layout = layout;
        this.#cells.clear();
        const hadFocus = this.#grid.contains(document.activeElement);
        const rows = [];
        for (let row = 0; row < scene.height; row += 1) {
            const line = document.createElement('div');
            line.setAttribute('role', 'row');
            for (let column = 0; column < scene.width; column += 1) {
                const square = squareAt(column, row, scene, flipped);
                const cell = document.createElement('div');
                cell.setAttribute('role', 'gridcell');
                cell.dataset['square'] = square;
                cell.tabIndex = -1;
                this.#cells.set(square, cell);
                line.append(cell);
            }
            rows.push(line);
        }
        this.#grid.replaceChildren(...rows);
        if (!this.#cells.has(this.#focus)) {
            this.#focus = 'a1';
        }
        this.#moveFocus(this.#focus, hadFocus);
    }

    /**
     * @param {string} square
     * @param {boolean} takeFocus
     */
    #moveFocus(square, takeFocus) {
        const cell = this.#cells.get(square);
        if (cell === undefined) {
            return;
        }
        const before = this.#cells.get(this.#focus);
        if (before !== undefined) {
            before.tabIndex = -1;
        }
        this.#focus = square;
        cell.tabIndex = 0;
        if (takeFocus) {
            cell.focus();
            this.#hover(square);
        }
    }

    /** @param {KeyboardEvent} event */
    #key(event) {
        const steps = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
        const step = steps[/** @type {keyof typeof steps} */ (event.key)];
        if (event.ctrlKey || event.metaKey || event.altKey) {
            return;
        }
        const { scene, flipped } = this.#state;
        if (step !== undefined) {
            const [column, row] = place(this.#focus, scene, flipped);
            const [right, down] = [column + (step[0] ?? 0), row + (step[1] ?? 0)];
            if (right >= 0 && down >= 0 && right < scene.width && down < scene.height) {
                this.#moveFocus(squareAt(right, down, scene, flipped), true);
            }
        } else if (event.key === 'Enter' || event.key === ' ') {
            this.#send('press', { square: this.#focus, pointer: 'keyboard', shift: event.shiftKey });
        } else if (event.key === 'Escape' || event.key === 'Backspace') {
            this.#send('back');
        } else {
            return;
        }
        event.preventDefault();
        event.stopPropagation();
    }

    /**
     * @param {number} x
     * @param {number} y
     * @returns {string | null}
     */
    #squareOf(x, y) {
        const box = this.#field.getBoundingClientRect();
        const { scene, flipped } = this.#state;
        const column = Math.floor(((x - box.left) / box.width) * scene.width);
        const row = Math.floor(((y - box.top) / box.height) * scene.height);
        const isInside = column >= 0 && row >= 0 && column < scene.width && row < scene.height;
        return isInside ? squareAt(column, row, scene, flipped) : null;
    }

    /**
     * A piece that may be moved: one that a turn may begin with, or the one that moves on.
     * @param {string} square
     * @returns {boolean}
     */
    #canDrag(square) {
        const { scene, selected, targets } = this.#state;
        const hasPiece = scene.squares.some((here) => here.square === square);
        const isLast = selected.at(-1) === square && targets.length > 0;
        return hasPiece && (isLast || this.beginnings.has(square));
    }

    /** The squares with which a turn may begin. @type {Set<string>} */
    beginnings = new Set();

    /** @param {string | null} square */
    #lift(square) {
        this.#lifted = square;
        if (square === null) {
            this.#hover(null);
        }
        for (const piece of this.#svg.querySelectorAll('[data-at]')) {
            piece.classList.toggle('lifted', piece.getAttribute('data-at') === square);
        }
    }

    /** @param {string | null} square */
    #hover(square) {
        const target = square === null ? undefined : this.squareTargets.get(square);
        const isBeginning = this.#state.selected.length === 0;
        const takes = isBeginning ? [] : target?.takes ?? [];
        for (const [name, cell] of this.#cells) {
            setData(cell, 'over', this.#lifted !== null && name === square ? 'yes' : undefined);
        }
        this.#hovered = square;
        if (takes.join() !== this.#takes.join() || this.#state.scene.level > 0) {
            this.showTakes(takes, target?.kind === 'move');
        }
    }

    /**
     * @param {string[]} takes
     * @param {boolean} moves Whether these pieces are moved only.
     */
    showTakes(takes, moves) {
        this.#takes = takes;
        this.#moves = moves;
        this.#paint();
    }

    /**
     * The piece of a square, to be dragged.
     * @param {string} square
     * @returns {SVGElement}
     */
    #figure(square) {
        const { scene } = this.#state;
        const svg = svgElement('svg', { viewBox: `0 0 ${SIDE} ${SIDE}`, 'aria-hidden': 'true' });
        const layers = scene.squares.find((here) => here.square === square)?.layers ?? [];
        svg.append(drawLayers(layers.filter((layer) => layer.level !== 'floor'), 0, 0));
        return svg;
    }

    #openChoices() {
        const { scene, targets, selected, flipped, fan } = this.#state;
        const choices = targets.filter((target) => target.tap.startsWith('=') || target.tap === '.');
        const square = selected.at(-1);
        const hadFocus = this.#grid.contains(document.activeElement) || this.#menu.hasFocus;
        if (square === undefined || (choices.length === 0 && !fan)) {
            this.#menu.close();
            if (hadFocus) {
                this.focusBoard();
            }
            return;
        }
        const [column, row] = place(square, scene, flipped);
        const layers = scene.squares.find((here) => here.square === square)?.layers ?? [];
        this.#menu.open({
            choices,
            layers: fan ? layers.filter((layer) => layer.level !== 'floor') : [],
            owner: scene.turn,
            square,
            left: column / scene.width,
            top: row / scene.height,
            width: 1 / scene.width,
            hover: (takes, moves) => this.showTakes(takes, moves),
            avoid: [...this.squareTargets.keys()].map((name) => {
                const [right, down] = place(name, scene, flipped);
                return [(right + 0.5) / scene.width, (down + 0.5) / scene.height];
            }),
            stack: layers,
        });
        const isOnlyWay = this.squareTargets.size === 0;
        if (!hadFocus || this.#menu.hasFocus) {
            return;
        }
        if (isOnlyWay) {
            this.#menu.focus();
        } else {
            this.focusBoard();
        }
    }

    /**
     * The last turn's piece comes from where it was.
     * @param {Scene} scene
     */
    #animate(scene) {
        const path = scene.marks.find((mark) => mark.kind === 'last_turn')?.squares ?? [];
        const [from, to] = [path[0], path.at(-1)];
        const piece = to === undefined ? null : this.#svg.querySelector(`[data-at="${to}"]`);
        if (from === undefined || to === undefined || piece === null || scene.level > 0 || reducesMotion()) {
            return;
        }
        const [start, end] = [place(from, scene, this.#state.flipped), place(to, scene, this.#state.flipped)];
        const by = `translate(${(start[0] - end[0]) * SIDE}px, ${(start[1] - end[1]) * SIDE}px)`;
        piece.animate([{ transform: by }, { transform: 'none' }], { duration: 170, easing: 'ease-out' });
    }
}

/**
 * @param {HTMLElement} element
 * @param {string} name
 * @param {string | undefined} value
 */
function setData(element, name, value) {
    if (value === undefined) {
        delete element.dataset[name];
    } else {
        element.dataset[name] = value;
    }
}

customElements.define('game-board', GameBoard);
