// A scene as SVG: squares, marks, pieces, targets, arrows. A square is 100 units wide.

import { drawPiece, stateSymbol, svgElement } from './pieces.js';

/** @typedef {import('./messages').Scene} Scene */
/** @typedef {import('./messages').Layer} Layer */
/** @typedef {import('./messages').PromptTarget} PromptTarget */
/** @typedef {{squares: string[], kind: string, text?: string}} Arrow */
/**
 * @typedef {object} BoardView
 * @property {Scene} scene
 * @property {boolean} flipped
 * @property {Map<string, PromptTarget>} targets Of squares.
 * @property {string[]} selected
 * @property {string[]} takes Squares from which the target under the pointer takes something.
 * @property {boolean} moves Whether these pieces are moved only.
 * @property {Arrow[]} arrows
 * @property {string | null} lifted The square whose piece is being dragged.
 */

export const SIDE = 100;

/**
 * Column and row on the screen of a square.
 * @param {string} square
 * @param {{width: number, height: number}} size
 * @param {boolean} flipped
 * @returns {[number, number]}
 */
export function place(square, size, flipped) {
    const file = square.charCodeAt(0) - 97;
    const rank = Number(square.slice(1)) - 1;
    return flipped ? [size.width - 1 - file, rank] : [file, size.height - 1 - rank];
}

/**
 * The square at a column and row on the screen.
 * @param {number} column
 * @param {number} row
 * @param {{width: number, height: number}} size
 * @param {boolean} flipped
 * @returns {string}
 */
export function squareAt(column, row, size, flipped) {
    const file = flipped ? size.width - 1 - column : column;
    const rank = flipped ? row : size.height - 1 - row;
    return `${String.fromCharCode(97 + file)}${rank + 1}`;
}

/**
 * Draws everything anew.
 * @param {SVGElement} svg
 * @param {BoardView} view
 */
export function drawBoard(svg, view) {
    const { scene, flipped } = view;
    svg.setAttribute('viewBox', `0 0 ${scene.width * SIDE} ${scene.height * SIDE}`);
    const corner = (/** @type {string} */ square) => {
        const [column, row] = place(square, scene, flipped);
        return /** @type {[number, number]} */ ([column * SIDE, row * SIDE]);
    };
    const parts = [];
    if (scene.level === 0) {
        parts.push(drawSquares(scene, flipped));
    }
    parts.push(drawMarks(view, corner), drawPieces(view, corner));
    parts.push(drawTargets(view, corner), drawArrows(view, corner));
    svg.replaceChildren(...parts);
}

/**
 * @param {{width: number, height: number}} scene
 * @param {boolean} flipped
 * @returns {SVGElement}
 */
function drawSquares(scene, flipped) {
    const group = svgElement('g', { class: 'squares' });
    for (let row = 0; row < scene.height; row += 1) {
        for (let column = 0; column < scene.width; column += 1) {
            const square = squareAt(column, row, scene, flipped);
            const isDark = (square.charCodeAt(0) - 97 + Number(square.slice(1)) - 1) % 2 === 0;
            const shade = isDark ? 'dark' : 'light';
            const [x, y] = [column * SIDE, row * SIDE];
            group.append(svgElement('rect', { x, y, width: SIDE, height: SIDE, class: shade }));
            if (column === 0) {
                group.append(label(square.slice(1), x + 5, y + 21, 'start', shade));
            }
            if (row === scene.height - 1) {
                group.append(label(square.charAt(0), x + 95, y + 94, 'end', shade));
            }
        }
    }
    return group;
}

/**
 * @param {string} text
 * @param {number} x
 * @param {number} y
 * @param {string} anchor
 * @param {string} shade
 */
function label(text, x, y, anchor, shade) {
    const element = svgElement('text', { x, y, 'text-anchor': anchor, class: `coordinate on-${shade}` });
    element.textContent = text;
    return element;
}

/**
 * @param {BoardView} view
 * @param {(square: string) => [number, number]} corner
 * @returns {SVGElement}
 */
function drawMarks(view, corner) {
    const group = svgElement('g', { class: 'marks' });
    const tint = (/** @type {string} */ square, /** @type {string} */ kind, inset = 0) => {
        const [x, y] = corner(square);
        const side = SIDE - 2 * inset;
        group.append(svgElement('rect', { x: x + inset, y: y + inset, width: side, height: side, class: kind }));
    };
    for (const mark of view.scene.marks) {
        if (mark.kind === 'playable' || mark.kind === 'besieged') {
            continue;
        }
        for (const square of mark.squares) {
            const isLine = mark.kind !== 'last_turn' && mark.kind !== 'check';
            const around = view.scene.level > 0 ? ' around' : '';
            tint(square, `mark ${mark.kind}${around}`, isLine || around !== '' ? 4 : 0);
        }
    }
    for (const square of view.selected) {
        tint(square, 'mark selected', 3);
    }
    return group;
}

/**
 * Where the pieces of a stack are drawn, base first: x, y and size in a square of 100.
 * @param {number} count
 * @returns {[number, number, number][]}
 */
function stackSlots(count) {
    if (count === 1) {
        return [[4, 3, 92]];
    }
    if (count === 2) {
        return [[0, 32, 68], [44, 0, 56]];
    }
    if (count === 3) {
        return [[22, 46, 55], [0, 2, 50], [50, 2, 50]];
    }
    if (count === 4) {
        return [[1, 50, 50], [50, 50, 50], [1, 1, 49], [50, 1, 49]];
    }
    const columns = Math.ceil(Math.sqrt(count));
    const size = 98 / columns;
    return Array.from({ length: count }, (_, index) => {
        const row = Math.floor(index / columns);
        return [1 + (index % columns) * size, 99 - (row + 1) * size, size];
    });
}

/**
 * What stands on a square.
 * @param {Layer[]} layers
 * @param {number} x
 * @param {number} y
 * @returns {SVGElement}
 */
export function drawLayers(layers, x, y) {
    const group = svgElement('g');
    const floor = layers.filter((layer) => layer.level === 'floor');
    const pieces = layers.filter((layer) => layer.level !== 'floor');
    for (const layer of floor) {
        const figure = drawPiece(layer, x + 3, y + 3, SIDE - 6);
        figure.classList.toggle('covered', pieces.length > 0);
        group.append(figure);
    }
    const stack = pieces.length > 1;
    if (stack) {
        const plate = { x: x + 2, y: y + 2, width: SIDE - 4, height: SIDE - 4, rx: 14, class: 'plate' };
        group.append(svgElement('rect', plate));
    }
    const shrink = floor.length > 0 && !stack ? 0.7 : 1;
    const state = pieces.length === 1 ? stateSymbol(pieces[0]?.form) : null;
    stackSlots(pieces.length).forEach(([left, top, size], index) => {
        const layer = pieces[index];
        if (layer === undefined) {
            return;
        }
        const side = size * (state === null ? shrink : 0.8);
        const inset = (size - side) / 2;
        group.append(drawPiece(layer, x + left + inset, y + top + (state === null ? inset : 0), side));
    });
    if (floor.length > 0 && pieces.length > 0) {
        const first = floor[0];
        if (first?.form !== undefined) {
            group.append(drawPiece({ glyph: first.form, owner: first.owner }, x + 66, y + 2, 32));
        }
    }
    const piece = pieces[0];
    if (state !== null && piece !== undefined) {
        group.append(drawPiece({ glyph: state, owner: piece.owner }, x + 64, y + 34, 32));
        const word = svgElement('text', { x: x + 50, y: y + 94, 'text-anchor': 'middle', class: 'state' });
        word.textContent = piece.form ?? '';
        group.append(word);
    }
    return group;
}

/**
 * @param {BoardView} view
 * @param {(square: string) => [number, number]} corner
 * @returns {SVGElement}
 */
function drawPieces(view, corner) {
    const { scene } = view;
    const group = svgElement('g', { class: 'pieces' });
    const running = new Set((scene.boards ?? []).map((board) => board.square));
    const frozen = new Set(scene.marks.filter((mark) => mark.kind === 'immobilized').flatMap((mark) => mark.squares));
    for (const { square, layers } of scene.squares) {
        if (running.has(square)) {
            continue;
        }
        const [x, y] = corner(square);
        const here = drawLayers(layers, x, y);
        here.setAttribute('data-at', square);
        const kinds = [];
        if (square === view.lifted) {
            kinds.push('lifted');
        }
        if (frozen.has(square)) {
            kinds.push('frozen');
        }
        here.setAttribute('class', kinds.join(' '));
        group.append(here);
        if (frozen.has(square)) {
            group.append(svgElement('path', { d: `M${x + 12} ${y + 12}l76 76`, class: 'frost' }));
        }
    }
    return group;
}

/**
 * @param {BoardView} view
 * @param {(square: string) => [number, number]} corner
 * @returns {SVGElement}
 */
function drawTargets(view, corner) {
    const group = svgElement('g', { class: 'targets' });
    const isBeginning = view.selected.length === 0;
    for (const [square, target] of view.targets) {
        const [x, y] = corner(square);
        if (isBeginning && target.kind === 'on' && target.takes.length === 0) {
            continue;
        }
        if (target.takes.includes(square)) {
            group.append(svgElement('circle', { cx: x + 50, cy: y + 50, r: 43, class: 'ring' }));
        } else if (target.kind === 'move' || target.kind === 'capture') {
            group.append(svgElement('circle', { cx: x + 50, cy: y + 50, r: 15, class: 'dot' }));
        }
        if (target.kind === 'capture' && !target.takes.includes(square)) {
            group.append(svgElement('circle', { cx: x + 50, cy: y + 50, r: 27, class: 'ring small' }));
        }
        if (target.kind === 'on') {
            const corners = `M${x + 8} ${y + 30}v-22h22M${x + 70} ${y + 8}h22v22M${x + 92} ${y + 70}v22h-22M${x + 30} ${y + 92}h-22v-22`;
            group.append(svgElement('path', { d: corners, class: 'corners-line' }));
            group.append(svgElement('path', { d: corners, class: 'corners' }));
        }
    }
    for (const square of view.takes) {
        const [x, y] = corner(square);
        const sign = view.moves
            ? `M${x + 67} ${y + 22}h22M${x + 73} ${y + 15}l-7 7l7 7M${x + 83} ${y + 15}l7 7l-7 7`
            : `M${x + 70} ${y + 14}l16 16M${x + 86} ${y + 14}l-16 16`;
        group.append(svgElement('circle', { cx: x + 78, cy: y + 22, r: 19, class: view.moves ? 'takes-disc moves' : 'takes-disc' }));
        group.append(svgElement('path', { d: sign, class: 'takes' }));
    }
    return group;
}

/**
 * @param {BoardView} view
 * @param {(square: string) => [number, number]} corner
 * @returns {SVGElement}
 */
function drawArrows(view, corner) {
    const group = svgElement('g', { class: 'arrows' });
    const denials = view.scene.marks
        .filter((mark) => mark.kind === 'deniable' || mark.kind === 'excluded')
        .map((mark) => ({ squares: mark.squares, kind: mark.kind }));
    for (const arrow of [...view.arrows, ...denials]) {
        const points = arrow.squares.map((square) => {
            const [x, y] = corner(square);
            return /** @type {[number, number]} */ ([x + 50, y + 50]);
        });
        for (let index = 1; index < points.length; index += 1) {
            const [from, to] = [points[index - 1], points[index]];
            if (from !== undefined && to !== undefined && (from[0] !== to[0] || from[1] !== to[1])) {
                group.append(svgElement('path', { d: arrowPath(from, to), class: `arrow ${arrow.kind}` }));
            }
        }
    }
    return group;
}

/**
 * The outline of an arrow.
 * @param {[number, number]} from
 * @param {[number, number]} to
 * @returns {string}
 */
export function arrowPath([x1, y1], [x2, y2]) {
    const length = Math.hypot(x2 - x1, y2 - y1);
    const [ux, uy] = [(x2 - x1) / length, (y2 - y1) / length];
    const at = (/** @type {number} */ along, /** @type {number} */ aside) =>
        `${(x1 + ux * along - uy * aside).toFixed(1)} ${(y1 + uy * along + ux * aside).toFixed(1)}`;
    const tip = length - 8;
    const neck = tip - 32;
    return `M${at(18, 6)}L${at(neck, 6)}L${at(neck, 19)}L${at(tip, 0)}L${at(neck, -19)}L${at(neck, -6)}L${at(18, -6)}z`;
}
