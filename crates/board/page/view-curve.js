// The scores of the main line as a curve; pressing it shows the turn.

import { html, nothing } from './lit-html.js';
import { svgElement } from './pieces.js';
import { scoreShare } from './words.js';

/** @typedef {import('./game.js').Game} Game */
/** @typedef {import('./messages').Node} Node */

const HEIGHT = 60;
const STEP = 10;
/** Fewer scores make no curve. */
const LEAST = 3;

/**
 * The turns of the main line.
 * @param {Game} game
 * @returns {Node[]}
 */
function mainLine(game) {
    const line = [];
    let node = game.nodes.get(game.table?.nodes[0]?.node ?? 0);
    while (node !== undefined) {
        line.push(node);
        const [next] = node.children;
        node = next === undefined ? undefined : game.nodes.get(next);
    }
    return line.slice(1);
}

/**
 * @param {Game} game
 * @param {(at: number) => void} visit
 */
export function curveView(game, visit) {
    const line = mainLine(game);
    const points = (/** @type {import('./messages').Color[]} */ ...of) => line.flatMap((node, index) => {
        const { score } = node;
        const mover = game.nodes.get(node.parent ?? 0)?.to_move ?? 'white';
        const isShown = score !== undefined && of.includes(mover);
        return isShown ? [[index * STEP + STEP / 2, HEIGHT * (1 - scoreShare(score))]] : [];
    });
    if (points('white', 'black').length < LEAST) {
        return nothing;
    }
    const width = line.length * STEP;
    const svg = svgElement('svg', { viewBox: `0 0 ${width} ${HEIGHT}`, preserveAspectRatio: 'none', class: 'curve', role: 'img', 'aria-label': 'Scores of the main line, for White' });
    svg.append(svgElement('path', { d: `M0 ${HEIGHT / 2}H${width}`, class: 'middle' }));
    const shown = line.findIndex((node) => node.node === game.shown);
    if (shown >= 0) {
        svg.append(svgElement('rect', { x: shown * STEP, y: 0, width: STEP, height: HEIGHT, class: 'here' }));
    }
    // The players of a match have scores of their own.
    const curves = game.match === null
        ? [{ of: points('white', 'black'), kind: '' }]
        : [{ of: points('white'), kind: ' white' }, { of: points('black'), kind: ' black' }];
    for (const { of, kind } of curves) {
        const path = of.map(([x = 0, y = 0]) => `${x} ${y.toFixed(1)}`).join('L');
        if (path !== '') {
            svg.append(svgElement('path', { d: `M${path}`, class: `scores${kind}` }));
        }
    }
    svg.addEventListener('click', (event) => {
        const box = svg.getBoundingClientRect();
        const node = line[Math.floor(((event.clientX - box.left) / box.width) * line.length)];
        if (node !== undefined) {
            visit(node.node);
        }
    });
    return html`${svg}`;
}
