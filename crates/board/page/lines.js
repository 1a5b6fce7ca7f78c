// Games of games: the lines on which armed mega-pieces look at a mega-king.

import { place } from './board-view.js';

/** @typedef {import('./messages').Scene} Scene */
/** @typedef {import('./board-view.js').Arrow} Arrow */

/**
 * The lines from armed pieces to the enemy's mega-king when the pointer is on either of them. Lines that
 * pieces of any state block are of the kind `blocked`.
 * @param {Scene} scene
 * @param {string | null} hovered
 * @returns {Arrow[]}
 */
export function armedLines(scene, hovered) {
    const at = scene.squares.find((here) => here.square === hovered)?.layers[0];
    if (scene.level === 0 || at === undefined) {
        return [];
    }
    const pieces = scene.squares.flatMap(({ square, layers }) => {
        const piece = layers[0];
        return piece === undefined ? [] : [{ square, piece }];
    });
    const kings = pieces.filter(({ piece }) => piece.glyph === 'king');
    const armed = pieces.filter(({ piece }) => piece.form === 'armed');
    return armed.flatMap(({ square, piece }) => {
        const king = kings.find((candidate) => candidate.piece.owner !== piece.owner);
        const isMeant = king !== undefined && (hovered === square || hovered === king.square);
        return isMeant ? line(scene, square, piece.glyph, king.square) : [];
    });
}

/**
 * @param {Scene} scene
 * @param {string} from
 * @param {string} glyph
 * @param {string} to
 * @returns {Arrow[]}
 */
function line(scene, from, glyph, to) {
    const [start, end] = [place(from, scene, false), place(to, scene, false)];
    const [right, down] = [end[0] - start[0], end[1] - start[1]];
    const isStraight = right === 0 || down === 0;
    const isDiagonal = Math.abs(right) === Math.abs(down);
    if (glyph === 'knight') {
        const isJump = Math.abs(right * down) === 2;
        return isJump ? [{ squares: [from, to], kind: 'threat' }] : [];
    }
    const looks = glyph === 'queen' ? isStraight || isDiagonal : glyph === 'rook' ? isStraight : glyph === 'bishop' && isDiagonal;
    if (!looks) {
        return [];
    }
    const steps = Math.max(Math.abs(right), Math.abs(down));
    const occupied = new Set(scene.squares.map((here) => place(here.square, scene, false).join()));
    const between = Array.from({ length: steps - 1 }, (_, index) => {
        const step = index + 1;
        return [start[0] + Math.sign(right) * step, start[1] + Math.sign(down) * step].join();
    });
    const isBlocked = between.some((square) => occupied.has(square));
    return [{ squares: [from, to], kind: isBlocked ? 'blocked' : 'threat' }];
}
