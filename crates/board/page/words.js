// What the page says in words: squares, pieces, scores, ends.

/** @typedef {import('./messages').Scene} Scene */
/** @typedef {import('./messages').Layer} Layer */
/** @typedef {import('./messages').Score} Score */
/** @typedef {import('./messages').PromptTarget} PromptTarget */

/**
 * @param {string} text
 * @returns {string}
 */
export function capital(text) {
    return text.charAt(0).toUpperCase() + text.slice(1);
}

/**
 * `White's rook`, `Black's ghost bishop`.
 * @param {Layer} layer
 * @returns {string}
 */
export function pieceWords(layer) {
    const owner = layer.owner === undefined ? '' : `${capital(layer.owner)}'s `;
    if (layer.form === undefined) {
        return `${owner}${layer.glyph}`;
    }
    return layer.level === 'floor' || layer.glyph === 'chakra'
        ? `${owner}${layer.glyph} (${layer.form})`
        : `${owner}${layer.form} ${layer.glyph}`;
}

/**
 * @param {string[]} items
 * @returns {string}
 */
export function listWords(items) {
    return items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`;
}

/**
 * All that is on a square: `White's rook carrying White's king and Black's pawn`.
 * @param {Layer[]} layers
 * @returns {string}
 */
export function layersWords(layers) {
    const on = layers.filter((layer) => layer.level === 'on').map(pieceWords);
    const inside = layers.filter((layer) => layer.level === 'inside').map(pieceWords);
    const floor = layers.filter((layer) => layer.level === 'floor').map(pieceWords);
    let text = listWords(on);
    if (inside.length > 0) {
        text += ` carrying ${listWords(inside)}`;
    }
    if (floor.length > 0) {
        text = text === '' ? listWords(floor) : `${text} on ${listWords(floor)}`;
    }
    return text;
}

/** @type {Partial<Record<import('./messages').MarkKind, string>>} */
const MARK_WORDS = {
    check: 'in check',
    immobilized: 'cannot move',
    transmitter: 'transmitter',
    deniable: 'turn that may be denied',
    excluded: 'denied movement',
};

const KIND_WORDS = { move: 'can go here', capture: 'can capture here', on: 'can go on', choice: 'choice' };

/**
 * What is on `square` and what may be done there.
 * @param {Scene} scene
 * @param {string} square
 * @param {PromptTarget | undefined} target
 * @param {boolean} isSelected
 * @returns {string}
 */
export function squareWords(scene, square, target, isSelected) {
    const here = scene.squares.find((candidate) => candidate.square === square);
    const parts = [square, here === undefined ? 'empty' : layersWords(here.layers)];
    const board = scene.boards?.find((candidate) => candidate.square === square);
    if (board !== undefined) {
        parts.push(`game running, ${capital(board.turn)} to move`);
        if (board.besieged) {
            parts.push('in check, lost if left');
        } else if (board.playable) {
            parts.push('you may play here');
        }
    }
    for (const mark of scene.marks) {
        const words = MARK_WORDS[mark.kind];
        if (words !== undefined && mark.squares.includes(square)) {
            parts.push(words);
        }
    }
    if (isSelected) {
        parts.push('chosen');
    }
    if (target !== undefined) {
        parts.push(KIND_WORDS[target.kind]);
        if (target.takes.length > 0) {
            parts.push(`changes ${target.takes.join(' ')}`);
        }
    }
    return parts.join(', ');
}

/**
 * `+0.35`, `-1.20`, `mate in 3`: for White.
 * @param {Score} score
 * @returns {string}
 */
export function scoreText(score) {
    if ('mate' in score) {
        const sign = score.mate < 0 ? '−' : '';
        return `${sign}#${Math.abs(score.mate)}`;
    }
    const pawns = Math.abs(score.cp / 100).toFixed(2);
    return `${score.cp < 0 ? '−' : '+'}${pawns}`;
}

/**
 * @param {Score} score
 * @returns {string}
 */
export function scoreWords(score) {
    if ('mate' in score) {
        const winner = score.mate < 0 ? 'Black' : 'White';
        return `${winner} mates in ${Math.abs(score.mate)}`;
    }
    return `${scoreText(score)} for White`;
}

/**
 * White's share of a bar, from 0 to 1.
 * @param {Score} score
 * @returns {number}
 */
export function scoreShare(score) {
    if ('mate' in score) {
        return score.mate < 0 ? 0 : 1;
    }
    return 1 / (1 + Math.exp(-score.cp / 220));
}

/**
 * @param {import('./messages').GameOutcome} outcome
 * @returns {string}
 */
export function outcomeWords(outcome) {
    const winner = { '1-0': 'White wins', '0-1': 'Black wins', '1/2-1/2': 'Draw' }[outcome.result];
    return `${winner ?? outcome.result}: ${outcome.reason}`;
}

/**
 * `5:03`, `0:09.4`.
 * @param {number} seconds
 * @returns {string}
 */
export function clockText(seconds) {
    const left = Math.max(0, seconds);
    const minutes = Math.floor(left / 60);
    const rest = left < 20 ? (left % 60).toFixed(1).padStart(4, '0') : String(Math.floor(left % 60)).padStart(2, '0');
    return `${minutes}:${rest}`;
}

/**
 * A long text with its middle left out.
 * @param {string} text
 * @param {number} [most]
 * @returns {string}
 */
export function shortened(text, most = 44) {
    return text.length <= most ? text : `${text.slice(0, most - 12)} … ${text.slice(-9)}`;
}

/**
 * `1.2 M`, `850 k`.
 * @param {number} count
 * @returns {string}
 */
export function countText(count) {
    if (count >= 1e6) {
        return `${(count / 1e6).toFixed(1)} M`;
    }
    return count >= 1e4 ? `${Math.round(count / 1e3)} k` : String(Math.round(count));
}

/**
 * `1 turn`, `12 turns`.
 * @param {number} count
 * @param {string} thing The singular of a word whose plural has an `s` more.
 * @returns {string}
 */
export function counted(count, thing) {
    return `${count} ${thing}${count === 1 ? '' : 's'}`;
}
