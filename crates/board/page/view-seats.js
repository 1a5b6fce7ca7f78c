// The two seats: who plays, the clock, and what each player has beside the board.

import { html, nothing } from './lit-html.js';
import { drawPiece, svgElement } from './pieces.js';
import { capital, clockText, pieceWords } from './words.js';

/** @typedef {import('./messages').Color} Color */
/** @typedef {import('./messages').Scene} Scene */
/** @typedef {import('./game.js').Game} Game */

/**
 * @param {Game} game
 * @returns {{player: string, label: string}[]}
 */
export function players(game) {
    const opponents = game.variant?.opponents ?? [];
    const listed = opponents.map((opponent, index) => ({
        player: opponent.player,
        label: `Opponent ${index + 1}: ${opponent.label}`,
    }));
    return [{ player: 'person', label: 'Person' }, ...listed, { player: 'self', label: 'Engine, 5 s a turn' }];
}

/**
 * The limits of a seat.
 * @param {string} player
 * @param {string} clock
 * @returns {import('./messages').Pace}
 */
export function paceOf(player, clock) {
    if (clock !== '') {
        return { clock };
    }
    return player === 'self' ? { seconds: 5 } : {};
}

/**
 * @param {Game} game
 * @param {Color} color
 * @param {Scene | null} scene
 * @param {(color: Color, player: string) => void} choose
 */
export function seatView(game, color, scene, choose) {
    const seat = game.seat(color);
    const left = game.secondsLeft(color);
    const { table, node } = game;
    const isToMove = node?.to_move === color && table?.outcome === null;
    const isRunning = table?.clock.running === color;
    const options = players(game);
    const known = options.some((option) => option.player === seat.player);
    const trays = (scene?.trays ?? []).filter((tray) => tray.owner === color && tray.layers.length > 0);
    return html`<div class="seat ${isToMove ? 'to-move' : ''}" data-seat=${color}>
        <span class="chip ${color}" aria-hidden="true"></span>
        <select aria-label="${capital(color)}'s player" @change=${(/** @type {Event} */ event) => {
            const select = /** @type {HTMLSelectElement} */ (event.target);
            const player = select.value;
            // The server says who sits there.
            select.value = seat.player;
            choose(color, player);
        }}>
            ${options.map((option) => html`<option value=${option.player} .selected=${option.player === seat.player}>
                ${option.label}</option>`)}
            ${known ? nothing : html`<option value=${seat.player} .selected=${true}>${seat.player}</option>`}
        </select>
        ${trays.map((tray) => html`<span class="tray" role="img" data-tray=${tray.name}
            aria-label="${tray.name}: ${tray.layers.map(pieceWords).join(', ')}">${tray.layers.map(picture)}</span>`)}
        <span class="to-move-words">${isToMove ? 'to move' : ''}</span>
        ${left === null ? nothing : html`<span class="clock ${isRunning ? 'running' : ''} ${left < 20 ? 'short' : ''}"
            data-clock=${color} role="timer" aria-label="${capital(color)}'s clock">${clockText(left)}</span>`}
    </div>`;
}

/** @param {import('./messages').Layer} layer */
function picture(layer) {
    const svg = svgElement('svg', { viewBox: '0 0 24 24', 'aria-hidden': 'true' });
    svg.append(drawPiece(layer, 0, 0, 24));
    return svg;
}
