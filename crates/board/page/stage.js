// The board on the page: what it shows of the game, and what pressing it enters.

import { isSquare } from './taps.js';
import { reducesMotion, settings } from './settings.js';
import { notesOf } from './view-mega.js';
import { scoreText } from './words.js';

/** @typedef {import('./game.js').Game} Game */
/** @typedef {import('./entry.js').TurnEntry} TurnEntry */
/** @typedef {import('./board.js').GameBoard} GameBoard */
/** @typedef {import('./messages').Scene} Scene */
/** @typedef {import('./messages').Color} Color */
/** @typedef {import('./board-view.js').Arrow} Arrow */

/** Events: `drawn`, `place` (another board is shown). */
export class Stage extends EventTarget {
    flipped = false;
    /** The scene on the board. @type {Scene | null} */
    scene = null;
    /** What the node shows. @type {import('./messages').Look | null} */
    look = null;
    /** How the last press was made. */
    pointer = 'mouse';
    #board;
    #game;
    #entry;
    #drawing = 0;
    #shownNode = -1;
    /** The side of the only person at the table. @type {Color | null} */
    #side = null;
    /** The game for which the board was turned. */
    #turnedFor = '';
    /** A stack that is fanned out though nothing on it may be chosen. @type {string | null} */
    #fan = null;

    /**
     * @param {GameBoard} board
     * @param {Game} game
     * @param {TurnEntry} entry
     */
    constructor(board, game, entry) {
        super();
        this.#board = board;
        this.#game = game;
        this.#entry = entry;
        const on = (/** @type {string} */ type, /** @type {(detail: any) => void} */ handle) => {
            board.addEventListener(type, (event) => handle(/** @type {CustomEvent} */ (event).detail));
        };
        on('press', (detail) => this.press(detail.square, detail.pointer, detail.shift === true));
        on('lift', (detail) => this.#lift(detail.square, detail.pointer));
        on('drag', (detail) => this.#drop(detail.from, detail.to));
        on('choose', (detail) => this.#choose(detail.tap));
        on('back', () => this.back());
    }

    /**
     * Shows the board from the side of the only person at the table, where that or the game is another one than
     * before; otherwise it stays as the person has turned it.
     * @param {boolean} isNew Whether the whole table has come.
     */
    face(isNew) {
        const game = this.#game;
        const { table } = game;
        const [isWhite, isBlack] = [game.seat('white').player === 'person', game.seat('black').player === 'person'];
        const side = isWhite === isBlack ? null : isBlack ? 'black' : 'white';
        const turnedFor = `${table?.table} ${table?.variant} ${table?.origin}`;
        const isOther = side !== this.#side || (isNew && turnedFor !== this.#turnedFor);
        if (isOther && (isNew || side !== null)) {
            this.flipped = side === 'black';
        }
        this.#side = side;
        this.#turnedFor = turnedFor;
    }

    /** Draws what is shown now. */
    async draw() {
        this.#drawing += 1;
        const drawing = this.#drawing;
        const { shown } = this.#game;
        const [look, scenes] = await this.#scenes(shown);
        if (drawing !== this.#drawing) {
            return;
        }
        const entry = this.#entry;
        const scene = scenes.at(-1) ?? look.scene;
        entry.scenes = scenes;
        this.look = look;
        this.scene = scene;
        const isNew = shown !== this.#shownNode;
        this.#shownNode = shown;
        const selected = entry.local.filter(isSquare);
        this.#board.beginnings = this.#game.isOpen ? entry.beginnings : new Set();
        this.#board.show({
            scene,
            targets: this.#game.isOpen ? entry.targets : [],
            selected: selected.length === 0 && this.#fan !== null ? [this.#fan] : selected,
            flipped: this.flipped,
            arrows: this.#arrows(),
            notes: notesOf(entry, this.#values()),
            label: entry.place.length === 0 ? 'Board' : `Board ${entry.place.join(', ')}`,
            animate: isNew && entry.place.length === 0,
            fan: this.#isFan(scene, selected),
        });
        this.dispatchEvent(new Event('drawn'));
    }

    /**
     * @param {string} square
     * @param {string} pointer
     * @param {boolean} movesPiece
     */
    press(square, pointer, movesPiece) {
        this.pointer = pointer;
        const entry = this.#entry;
        const board = this.scene?.boards?.find((candidate) => candidate.square === square);
        const isBegun = entry.local.length > 0;
        if (board !== undefined && !isBegun && !movesPiece && !entry.movesPieces) {
            this.enter([...entry.place, square]);
            return;
        }
        const hadFan = this.#fan;
        this.#fan = null;
        if (!this.#game.isOpen) {
            this.#showStack(square, hadFan);
        } else if (entry.targets.some((target) => target.tap === square)) {
            void entry.tap(square);
        } else if (entry.local.at(-1) === square && isBegun) {
            void entry.clear();
        } else if (isBegun && entry.beginnings.has(square)) {
            void entry.restart(square);
        } else if (isBegun) {
            void entry.clear();
        } else {
            this.#showStack(square, hadFan);
        }
    }

    /**
     * Shows a board of a game of games.
     * @param {string[]} place
     */
    enter(place) {
        const entry = this.#entry;
        const square = place.at(-1);
        const isInwards = place.length > entry.place.length;
        const isDone = typeof entry.chosenAt(place)?.turn === 'string';
        entry.place = place;
        entry.movesPieces = false;
        this.#fan = null;
        if (isDone && place.length > 0) {
            void entry.clear();
        }
        if (!reducesMotion()) {
            this.#zoom(isInwards ? square : undefined);
        }
        this.dispatchEvent(new Event('place'));
        void this.draw();
    }

    /** Takes a tap back, or goes out of a board. */
    back() {
        const entry = this.#entry;
        if (this.#fan !== null) {
            this.#fan = null;
            void this.draw();
        } else if (entry.local.length > 0 || (entry.place.length === 0 && entry.isBegun)) {
            void entry.back();
        } else if (entry.place.length > 0) {
            this.enter(entry.place.slice(0, -1));
        }
    }

    /** Goes to the next board worth a move: besieged ones, those of the plan, the others. */
    next() {
        const entry = this.#entry;
        const isBoard = this.scene !== null && this.scene.level > 0;
        const around = isBoard ? entry.place : entry.place.slice(0, -1);
        const scene = entry.scenes[around.length];
        const boards = (scene?.boards ?? []).filter((board) => board.playable);
        const planned = around.length === 0 && this.#game.plan?.at === this.#game.shown ? this.#game.plan.plan.boards : [];
        const order = planned.map((report) => report.place);
        const rank = (/** @type {import('./messages').SubgameBoard} */ board) => {
            const index = order.indexOf(board.square);
            return (board.besieged ? 0 : 1000) + (index < 0 ? 500 : index);
        };
        const open = boards
            .filter((board) => typeof entry.chosenAt([...around, board.square])?.turn !== 'string')
            .sort((a, b) => rank(a) - rank(b));
        const here = isBoard ? -1 : open.findIndex((board) => board.square === entry.place.at(-1));
        const next = open[(here + 1) % Math.max(1, open.length)];
        if (next !== undefined) {
            this.enter([...around, next.square]);
        }
    }

    /**
     * @param {number} at
     * @returns {Promise<[import('./messages').Look, Scene[]]>}
     */
    async #scenes(at) {
        const entry = this.#entry;
        const look = await this.#game.look(at);
        const isEntered = entry.at === at && entry.isBegun && entry.prompt !== null;
        const scenes = [isEntered && entry.prompt !== null ? entry.prompt.scene : look.scene];
        for (const [index, square] of entry.place.entries()) {
            const board = scenes[index]?.boards?.find((candidate) => candidate.square === square);
            if (board === undefined) {
                entry.place = entry.place.slice(0, index);
                break;
            }
            const inner = scenes[index]?.games?.[board.game];
            const isWhole = inner !== undefined && inner.level === 0;
            scenes.push(isWhole ? inner : (await this.#game.look(at, entry.place.slice(0, index + 1).join('/'))).scene);
        }
        return [look, scenes];
    }

    /**
     * @param {Scene} scene
     * @param {string[]} selected
     */
    #isFan(scene, selected) {
        const square = selected.at(-1) ?? this.#fan;
        const layers = scene.squares.find((here) => here.square === square)?.layers ?? [];
        const isStack = layers.filter((layer) => layer.level !== 'floor').length > 1;
        const isFirst = selected.length === 1 || (selected.length === 0 && this.#fan !== null);
        const isChosen = this.#entry.local.length > 1;
        return isStack && isFirst && !isChosen;
    }

    /**
     * @param {string} square
     * @param {string | null} before
     */
    #showStack(square, before) {
        const layers = this.scene?.squares.find((here) => here.square === square)?.layers ?? [];
        const isStack = layers.filter((layer) => layer.level !== 'floor').length > 1;
        this.#fan = isStack && square !== before ? square : null;
        void this.draw();
    }

    /**
     * @param {string} square
     * @param {string} pointer
     */
    #lift(square, pointer) {
        this.pointer = pointer;
        this.#fan = null;
        const entry = this.#entry;
        if (entry.local.at(-1) === square) {
            return;
        }
        if (entry.local.length === 0) {
            void entry.tap(square);
        } else {
            void entry.restart(square);
        }
    }

    /**
     * @param {string} from
     * @param {string | null} to
     */
    async #drop(from, to) {
        const entry = this.#entry;
        await entry.settled();
        if (to === null) {
            void this.draw();
        } else if (entry.targets.some((target) => target.tap === to)) {
            await entry.tap(to);
        } else {
            await (entry.local[0] === from ? entry.clear() : this.draw());
        }
    }

    /** @param {string} tap */
    #choose(tap) {
        void this.#entry.tap(tap);
        this.#board.focusBoard();
    }

    /** The first turns of the analysis. @returns {Arrow[]} */
    #arrows() {
        const { analysis, shown, table } = this.#game;
        const entry = this.#entry;
        const isShown = settings.arrows && table?.analysis !== null && analysis?.at === shown;
        if (!isShown || analysis === null || entry.isBegun || analysis.place !== entry.place.join('/')) {
            return [];
        }
        return analysis.lines
            .map((line, index) => ({ squares: pathOf(line.turns[0] ?? ''), kind: index === 0 ? 'best' : 'other' }))
            .filter((arrow) => arrow.squares.length > 1)
            .reverse();
    }

    /** The engine's values of boards. @returns {Map<string, string>} */
    #values() {
        const { plan, shown, table, node } = this.#game;
        const values = new Map();
        if (plan === null || plan.at !== shown || table?.analysis === null || node === undefined) {
            return values;
        }
        const sign = node.to_move === 'white' ? 1 : -1;
        for (const report of [...plan.plan.boards, ...plan.plan.left_alone]) {
            if (report.score !== null) {
                const value = 'cp' in report.score
                    ? (Math.round((sign * report.score.cp) / 10) / 10).toFixed(1).replace('-', '−')
                    : scoreText({ mate: sign * report.score.mate });
                values.set(report.place, value);
            }
        }
        return values;
    }

    /** @param {string | undefined} square Where the board grows from; it shrinks without one. */
    #zoom(square) {
        const cell = square === undefined ? null : this.#board.querySelector(`[data-square="${square}"]`);
        const field = this.#board.firstElementChild;
        if (!(cell instanceof HTMLElement) || !(field instanceof HTMLElement)) {
            return;
        }
        const [inner, outer] = [cell.getBoundingClientRect(), field.getBoundingClientRect()];
        const by = `translate(${inner.left - outer.left}px, ${inner.top - outer.top}px) scale(${inner.width / outer.width})`;
        field.style.transformOrigin = '0 0';
        field.animate([{ transform: by, opacity: 0.4 }, { transform: 'none', opacity: 1 }], { duration: 160, easing: 'ease-out' });
    }
}

/**
 * The squares of a turn's text in order, as far as an arrow can show them.
 * @param {string} turn
 * @returns {string[]}
 */
function pathOf(turn) {
    if (!/^[a-z]\d/.test(turn)) {
        return [];
    }
    const legs = (turn.split('@')[0] ?? '').split(',');
    const squares = legs.flatMap((leg) => (leg.split(/[x+*]/)[0] ?? '').match(/[a-z]\d+/g) ?? []);
    return squares.filter((square, index) => square !== squares[index - 1]);
}
