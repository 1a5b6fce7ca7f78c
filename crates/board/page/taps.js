// Taps that name boards: `a1,b1/e2`.

/** @typedef {{boards: string[][], target: string}} Tap */

/**
 * @param {string} text
 * @returns {Tap}
 */
export function readTap(text) {
    const parts = text.split('/');
    return { boards: parts.slice(0, -1).map((level) => level.split(',')), target: parts.at(-1) ?? '' };
}

/**
 * @param {Tap} tap
 * @returns {string}
 */
export function tapText(tap) {
    return [...tap.boards.map((level) => level.join(',')), tap.target].join('/');
}

/**
 * Whether a tap is on the board at `place`, or on one further in.
 * @param {Tap} tap
 * @param {string[]} place
 * @returns {boolean}
 */
export function isWithin(tap, place) {
    return tap.boards.length >= place.length && place.every((square, level) => tap.boards[level]?.includes(square));
}

/** @param {string} target */
export function isSquare(target) {
    return /^[a-z]\d+$/.test(target);
}

/** @param {string} target */
export function isWord(target) {
    return /^[a-z]+$/.test(target);
}

/**
 * A list of taps without those on the board at `place`.
 * @param {string[]} taps
 * @param {string[]} place
 * @returns {string[]}
 */
export function without(taps, place) {
    return taps.flatMap((text) => {
        const tap = readTap(text);
        return isWithin(tap, place) ? rest(tap, place, 0).map(tapText) : [text];
    });
}

/**
 * What remains of a tap when `place` is taken out of it.
 * @param {Tap} tap
 * @param {string[]} place
 * @param {number} level
 * @returns {Tap[]}
 */
function rest(tap, place, level) {
    const here = place[level];
    if (here === undefined) {
        return [];
    }
    const others = tap.boards[level]?.filter((square) => square !== here) ?? [];
    const put = (/** @type {string[]} */ squares) => ({
        boards: tap.boards.map((boards, index) => (index === level ? squares : boards)),
        target: tap.target,
    });
    const outside = others.length === 0 ? [] : [put(others)];
    return [...outside, ...rest(put([here]), place, level + 1)];
}
