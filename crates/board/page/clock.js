// Clocks between two events of the server.

/**
 * Seconds left on a clock now.
 * @param {import('./messages').ClockState | undefined} clock
 * @param {import('./messages').Color} color
 * @param {number} received When the clock was received, in milliseconds of `performance.now`.
 * @returns {number | null}
 */
export function secondsLeft(clock, color, received) {
    const left = clock?.[color] ?? null;
    if (left === null || clock?.running !== color) {
        return left;
    }
    return left - (performance.now() - received) / 1000;
}
