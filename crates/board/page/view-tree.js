// The turns as a tree: the main line in pairs, variations under the turn that they replace.

import { html, nothing } from './lit-html.js';
import { scoreText, shortened } from './words.js';

/** @typedef {import('./messages').Node} Node */
/** @typedef {import('./game.js').Game} Game */
/** @typedef {{visit: (at: number) => void, promote: (at: number) => void, remove: (at: number) => void}} TreeActions */

/**
 * @param {Game} game
 * @param {TreeActions} actions
 */
export function treeView(game, actions) {
    const root = game.table === null ? undefined : game.nodes.get(game.table.nodes[0]?.node ?? 0);
    if (root === undefined) {
        return nothing;
    }
    const isEmpty = root.children.length === 0;
    const { node } = game;
    const isInside = node !== undefined && node.parent !== null;
    const parent = isInside ? game.nodes.get(node.parent ?? 0) : undefined;
    const isVariation = parent !== undefined && parent.children[0] !== node?.node;
    return html`<div class="tree" role="group" aria-label="Turns">
        <button class="turn root" data-node=${root.node} aria-current=${game.shown === root.node ? 'true' : nothing}
            @click=${() => actions.visit(root.node)}>Start</button>${commentView(root)}
        ${isEmpty ? html`<p class="hint">No turn has been made yet.</p>` : line(game, root, actions)}
    </div>
    ${game.match !== null ? nothing : html`<div class="row tree-actions">
        <button ?disabled=${!isVariation} @click=${() => actions.promote(game.shown)}>Make main line</button>
        <button ?disabled=${!isInside} @click=${() => actions.remove(game.shown)}>Delete from here</button>
    </div>`}`;
}

/** Scrolls the list of turns, and nothing else, to the turn that is shown. */
export function followTurn() {
    const turn = document.querySelector('.tree [aria-current="true"]');
    const tree = turn?.closest('.tree');
    if (turn == null || tree == null) {
        return;
    }
    const [inner, outer] = [turn.getBoundingClientRect(), tree.getBoundingClientRect()];
    if (inner.top < outer.top || inner.bottom > outer.bottom) {
        tree.scrollTop += (inner.top + inner.bottom - outer.top - outer.bottom) / 2;
    }
}

/**
 * The turns after a node: the first child goes on, the others are variations beside it.
 * @param {Game} game
 * @param {Node} from
 * @param {TreeActions} actions
 * @returns {unknown[]}
 */
function line(game, from, actions) {
    /** @type {unknown[]} */
    const parts = [];
    let isFirst = true;
    for (let before = from; ; ) {
        const [next, ...others] = before.children.map((number) => game.nodes.get(number));
        if (next === undefined) {
            break;
        }
        parts.push(turnView(game, before, next, isFirst, actions));
        isFirst = false;
        for (const other of others) {
            if (other !== undefined) {
                parts.push(html`<div class="variation">${turnView(game, before, other, true, actions)}${line(game, other, actions)}</div>`);
                isFirst = true;
            }
        }
        before = next;
    }
    return parts;
}

/**
 * @param {Game} game
 * @param {Node} before
 * @param {Node} node
 * @param {boolean} isFirst Whether Black's turns need their number, too.
 * @param {TreeActions} actions
 */
function turnView(game, before, node, isFirst, actions) {
    const isWhite = before.to_move === 'white';
    const number = Math.ceil(node.number / 2);
    const prefix = isWhite ? `${number}.` : isFirst ? `${number}…` : '';
    const score = node.score === undefined ? nothing : html`<span class="score">${scoreText(node.score)}</span>`;
    const end = node.outcome === undefined ? nothing : html`<span class="end">${node.outcome.result}</span>`;
    const text = node.turn ?? '';
    return html`${prefix === '' ? nothing : html`<span class="number">${prefix}</span>`}<button class="turn" data-node=${node.node}
        title=${text.length > 44 ? text : nothing} aria-current=${game.shown === node.node ? 'true' : nothing}
        @click=${() => actions.visit(node.node)}>${shortened(text)}${score}</button>${commentView(node)}${end}`;
}

/** @param {Node} node */
function commentView(node) {
    return node.comment === undefined ? nothing : html`<span class="comment">${node.comment}</span>`;
}
