// Games of games: small boards painted on a canvas under the drawing, equal games once.

import { place } from './board-view.js';
import { paintPiece } from './pieces.js';

/** @typedef {import('./messages').Scene} Scene */
/**
 * @typedef {object} BoardNotes
 * @property {string} words What is said of the board.
 * @property {boolean} isChosen A turn is entered there.
 * @property {boolean} isBegun A turn is entered there in part.
 * @property {boolean} isFaulty The draft is refused for this board.
 * @property {string} [turn] The turn that is entered.
 * @property {string} [value] The engine's value.
 */

/** Parts of a cell: the margin at its left holds the mega-piece, the rest the small board. */
const MARGIN = 0.205;
const GAP = 0.022;

export class Overview {
    canvas = document.createElement('canvas');
    /** Small boards that have been painted, by their content. @type {Map<string, HTMLCanvasElement>} */
    #painted = new Map();
    /** Keys of games. @type {WeakMap<Scene, string>} */
    #keys = new WeakMap();

    constructor() {
        this.canvas.className = 'games';
        this.canvas.setAttribute('aria-hidden', 'true');
    }

    /** The colours have changed. */
    forget() {
        this.#painted.clear();
    }

    /**
     * @param {Scene} scene
     * @param {boolean} flipped
     * @param {Map<string, BoardNotes>} notes
     * @param {number} width Pixels of the whole board.
     */
    paint(scene, flipped, notes, width) {
        this.canvas.hidden = scene.level === 0;
        if (scene.level === 0 || width === 0) {
            return;
        }
        const ratio = Math.min(window.devicePixelRatio, 2);
        const cell = (width * ratio) / scene.width;
        this.canvas.width = Math.round(cell * scene.width);
        this.canvas.height = Math.round(cell * scene.height);
        const context = this.canvas.getContext('2d');
        if (context === null) {
            return;
        }
        const colors = readColors(this.canvas);
        for (let row = 0; row < scene.height; row += 1) {
            for (let column = 0; column < scene.width; column += 1) {
                context.fillStyle = (row + column) % 2 === 0 ? colors.cellLight : colors.cellDark;
                context.fillRect(column * cell, row * cell, cell, cell);
            }
        }
        for (const board of scene.boards ?? []) {
            const [column, row] = place(board.square, scene, flipped);
            const game = scene.games?.[board.game];
            const note = notes.get(board.square);
            context.save();
            // Whole pixels, so that small boards stay sharp.
            context.translate(Math.round(column * cell), Math.round(row * cell));
            this.#paintCell(context, { scene, board, game, note, cell, flipped, colors });
            context.restore();
        }
    }

    /**
     * @param {CanvasRenderingContext2D} context
     * @param {{scene: Scene, board: import('./messages').SubgameBoard, game: Scene | undefined, note: BoardNotes | undefined,
     *   cell: number, flipped: boolean, colors: ReturnType<typeof readColors>}} content
     */
    #paintCell(context, { scene, board, game, note, cell, flipped, colors }) {
        const room = cell * (1 - MARGIN - 2 * GAP);
        const files = game?.width ?? 8;
        const side = Math.floor(room / files) * files;
        const left = Math.round(cell * (1 - GAP) - side);
        const top = Math.round((cell - side) / 2);
        const frame = board.besieged ? colors.besieged : board.playable ? colors.playable : null;
        if (frame !== null) {
            context.strokeStyle = frame;
            context.lineWidth = Math.max(2, cell * (board.besieged ? 0.06 : 0.035));
            context.strokeRect(left, top, side, side);
        }
        if (game !== undefined) {
            context.drawImage(this.#image(game, side, flipped, colors), left, top);
        } else {
            context.fillStyle = colors.dark;
            context.fillRect(left, top, side, side);
        }
        const piece = scene.squares.find((here) => here.square === board.square)?.layers[0];
        const size = Math.min(left * 0.96, cell * 0.3);
        if (piece !== undefined) {
            const shade = piece.owner === 'black' ? colors.black : colors.white;
            paintPiece(context, piece, (left - size) / 2, top - cell * 0.01, size, shade);
        }
        paintTurn(context, board.turn, left / 2, top + size + cell * 0.07, cell * 0.052, colors);
        if (note?.value !== undefined) {
            context.fillStyle = colors.text;
            context.font = `600 ${Math.round(cell * 0.105)}px sans-serif`;
            context.textAlign = 'center';
            context.fillText(note.value, left / 2, top + size + cell * 0.23);
        }
        if (note !== undefined && (note.isChosen || note.isBegun || note.isFaulty)) {
            paintNote(context, note, { left, top, side, cell, flipped, size: game?.width ?? 8 }, colors);
        }
    }

    /**
     * @param {Scene} game
     * @param {number} side
     * @param {boolean} flipped
     * @param {ReturnType<typeof readColors>} colors
     * @returns {HTMLCanvasElement}
     */
    #image(game, side, flipped, colors) {
        let content = this.#keys.get(game);
        if (content === undefined) {
            content = JSON.stringify([game.squares, game.marks, game.boards]);
            this.#keys.set(game, content);
        }
        const key = `${side} ${flipped} ${content}`;
        const known = this.#painted.get(key);
        if (known !== undefined) {
            return known;
        }
        const canvas = document.createElement('canvas');
        canvas.width = side;
        canvas.height = side;
        const context = canvas.getContext('2d');
        if (context !== null) {
            paintGame(context, game, side, flipped, colors);
        }
        if (this.#painted.size > 400) {
            this.#painted.clear();
        }
        this.#painted.set(key, canvas);
        return canvas;
    }
}

/** @param {HTMLElement} element */
function readColors(element) {
    const style = getComputedStyle(element);
    const read = (/** @type {string} */ name) => style.getPropertyValue(name).trim();
    return {
        light: read('--small-light'),
        dark: read('--small-dark'),
        cellLight: read('--cell-light'),
        cellDark: read('--cell-dark'),
        playable: read('--playable'),
        besieged: read('--danger'),
        last: read('--last'),
        chosen: read('--chosen'),
        text: read('--text'),
        paper: read('--paper'),
        white: { fill: read('--white-fill'), line: read('--white-line') },
        black: { fill: read('--black-fill'), line: read('--black-line') },
    };
}

/**
 * @param {CanvasRenderingContext2D} context
 * @param {Scene} game
 * @param {number} side
 * @param {boolean} flipped
 * @param {ReturnType<typeof readColors>} colors
 */
function paintGame(context, game, side, flipped, colors) {
    const square = side / game.width;
    const last = new Set(game.marks.filter((mark) => mark.kind === 'last_turn').flatMap((mark) => mark.squares));
    const check = new Set(game.marks.filter((mark) => mark.kind === 'check').flatMap((mark) => mark.squares));
    for (let row = 0; row < game.height; row += 1) {
        for (let column = 0; column < game.width; column += 1) {
            context.fillStyle = (row + column) % 2 === 0 ? colors.light : colors.dark;
            context.fillRect(column * square, row * square, square + 0.5, square + 0.5);
        }
    }
    for (const [name, color] of [...[...last].map((at) => [at, colors.last]), ...[...check].map((at) => [at, colors.besieged])]) {
        const [column, row] = place(name ?? '', game, flipped);
        context.fillStyle = color ?? '';
        context.fillRect(column * square, row * square, square, square);
    }
    for (const { square: name, layers } of game.squares) {
        const [column, row] = place(name, game, flipped);
        const piece = layers.find((layer) => layer.level === 'on');
        if (piece !== undefined) {
            const shade = piece.owner === 'black' ? colors.black : colors.white;
            paintPiece(context, piece, column * square, row * square, square, shade);
        }
    }
}

/**
 * Whose turn it is.
 * @param {CanvasRenderingContext2D} context
 * @param {import('./messages').Color} turn
 * @param {number} x
 * @param {number} y
 * @param {number} radius
 * @param {ReturnType<typeof readColors>} colors
 */
function paintTurn(context, turn, x, y, radius, colors) {
    const shade = turn === 'black' ? colors.black : colors.white;
    context.beginPath();
    context.arc(x, y, radius, 0, 2 * Math.PI);
    context.lineWidth = Math.max(1, radius * 0.4);
    context.fillStyle = shade.fill;
    context.strokeStyle = turn === 'black' ? shade.fill : shade.line;
    context.fill();
    context.stroke();
}

/**
 * A tick and the arrow of the turn chosen; three dots while it is not complete; a cross where the fault lies.
 * @param {CanvasRenderingContext2D} context
 * @param {BoardNotes} note
 * @param {{left: number, top: number, side: number, cell: number, flipped: boolean, size: number}} box
 * @param {ReturnType<typeof readColors>} colors
 */
function paintNote(context, note, { left, top, side, cell, flipped, size }, colors) {
    const radius = cell * 0.095;
    const [x, y] = [left / 2, cell * 0.84];
    context.beginPath();
    context.arc(x, y, radius, 0, 2 * Math.PI);
    context.fillStyle = note.isFaulty ? colors.besieged : colors.chosen;
    context.fill();
    context.strokeStyle = colors.paper;
    context.lineWidth = radius * 0.34;
    context.lineCap = 'round';
    context.beginPath();
    if (note.isFaulty) {
        context.moveTo(x - radius * 0.4, y - radius * 0.4);
        context.lineTo(x + radius * 0.4, y + radius * 0.4);
        context.moveTo(x + radius * 0.4, y - radius * 0.4);
        context.lineTo(x - radius * 0.4, y + radius * 0.4);
    } else if (note.isChosen) {
        context.moveTo(x - radius * 0.5, y);
        context.lineTo(x - radius * 0.1, y + radius * 0.4);
        context.lineTo(x + radius * 0.55, y - radius * 0.4);
    } else {
        context.moveTo(x - radius * 0.4, y);
        context.lineTo(x + radius * 0.4, y);
    }
    context.stroke();
    const squares = /^([a-z]\d)([a-z]\d)/.exec(note.turn ?? '');
    if (squares?.[1] === undefined || squares[2] === undefined) {
        return;
    }
    const middle = (/** @type {string} */ square) => {
        const [column, row] = place(square, { width: size, height: size }, flipped);
        return [left + ((column + 0.5) * side) / size, top + ((row + 0.5) * side) / size];
    };
    const [from, to] = [middle(squares[1]), middle(squares[2])];
    context.strokeStyle = colors.chosen;
    context.fillStyle = colors.chosen;
    context.lineWidth = Math.max(1.5, side / 26);
    context.beginPath();
    context.moveTo(from[0] ?? 0, from[1] ?? 0);
    context.lineTo(to[0] ?? 0, to[1] ?? 0);
    context.stroke();
    context.beginPath();
    context.arc(to[0] ?? 0, to[1] ?? 0, side / 15, 0, 2 * Math.PI);
    context.fill();
}
