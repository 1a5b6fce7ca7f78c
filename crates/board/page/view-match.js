// A match: games under way as cards, results as a table, the players beside a game that is followed.

import { html, nothing } from './lit-html.js';
import { secondsLeft } from './clock.js';
import { capital, clockText, counted, outcomeWords, scoreText, scoreWords } from './words.js';

/** @typedef {import('./messages').Color} Color */
/** @typedef {import('./messages').MatchState} MatchState */
/** @typedef {import('./messages').WatchedGame} WatchedGame */
/** @typedef {import('./game.js').Game} Game */

/**
 * All games: those under way side by side, the results, those that have ended.
 * @param {Game} game
 * @param {MatchState} match
 * @param {Map<number, {element: HTMLElement}>} boards
 */
export function matchView(game, match, boards) {
    const state = match.over ? 'The match is over' : `${match.games.length} ${match.games.length === 1 ? 'game' : 'games'} under way`;
    return html`<h2>${game.variant?.title ?? match.variant}: ${match.finished} of ${match.scheduled} games</h2>
        <p id="match-state">${state}</p>
        <ul class="cards">${match.games.map((each) => html`<li><button class="card" data-game=${each.game}
            aria-label=${cardWords(each)} @click=${() => void game.watch(each.game)}>
            ${cardPlayer(game, each, 'black')}${boards.get(each.game)?.element ?? nothing}${cardPlayer(game, each, 'white')}
            <span class="hint">Game ${each.game}, ${counted(each.turns, 'turn')}</span></button></li>`)}</ul>
        ${standingsView(match)}
        ${endedView(game, match)}`;
}

/** @param {WatchedGame} game */
function cardWords(game) {
    return `Game ${game.game}: ${game.white.name} against ${game.black.name}, ${counted(game.turns, 'turn')}`;
}

/**
 * @param {Game} game
 * @param {WatchedGame} each
 * @param {Color} color
 */
function cardPlayer(game, each, color) {
    const player = each[color];
    const left = secondsLeft(each.clock, color, game.matchReceived);
    return html`<span class="card-player ${each.clock.running === color ? 'to-move' : ''}">
        <span class="chip ${color}" aria-hidden="true"></span><span class="name">${player.name}</span>
        ${player.score === undefined ? nothing : html`<span class="score">${scoreText(player.score)}</span>`}
        ${left === null ? nothing : html`<span class="clock">${clockText(left)}</span>`}</span>`;
}

/**
 * The results: a row a player, points against each of the others.
 * @param {MatchState} match
 */
export function standingsView(match) {
    const { players } = match;
    const number = (/** @type {number} */ points) => points.toFixed(1);
    return html`<div class="wide-table" tabindex="0" role="region" aria-label="Results"><table class="standings"><caption>${match.summary}</caption>
        <thead><tr><th scope="col">Player</th><th scope="col">Games</th><th scope="col">Points</th><th scope="col">%</th><th scope="col">Elo</th><th scope="col">±</th>${players.map((_, index) => html`<th scope="col">${index + 1}</th>`)}</tr></thead>
        <tbody>${players.map((row, index) => html`<tr data-player=${row.name}><th scope="row">${index + 1} ${row.name} <span class="hint">${row.limits === 'none' ? '' : row.limits}</span></th>
            <td>${row.games}</td><td>${number(row.points)}</td><td>${row.games === 0 ? '-' : number((100 * row.points) / row.games)}</td>
            <td>${row.elo[0]}</td><td>${row.elo[1]}</td>${row.against.map((points) => html`<td>${points === null ? '-' : number(points)}</td>`)}</tr>`)}</tbody>
    </table></div>`;
}

/**
 * @param {Game} game
 * @param {MatchState} match
 */
export function endedView(game, match) {
    return match.ended.length === 0 ? nothing : html`<h3>Last games</h3><ol class="ended">${match.ended.map((each) => html`<li>
        <button data-ended=${each.game} @click=${() => void game.watch(each.game)}>Game ${each.game}: ${each.white.name} – ${each.black.name} ${each.outcome?.result ?? ''}</button>
        <span class="hint">${each.outcome?.reason ?? ''}, ${counted(each.turns, 'turn')}</span></li>`)}</ol>`;
}

/**
 * A player of the game that is followed.
 * @param {Game} game
 * @param {Color} color
 */
export function watchedSeat(game, color) {
    const { node, table } = game;
    const left = game.secondsLeft(color);
    const score = lastScore(game, color);
    const isRunning = table?.clock.running === color;
    return html`<div class="seat ${node?.to_move === color ? 'to-move' : ''}" data-seat=${color}>
        <span class="chip ${color}" aria-hidden="true"></span><strong class="name">${game.seat(color).player}</strong>
        ${score === undefined ? nothing : html`<span class="score" data-score=${color} title="What ${capital(color)} reports: ${scoreWords(score)}">${scoreText(score)}</span>`}
        <span class="to-move-words">${isRunning ? 'thinking' : ''}</span>
        ${left === null ? nothing : html`<span class="clock ${isRunning ? 'running' : ''} ${left < 20 ? 'short' : ''}"
            data-clock=${color} role="timer" aria-label="${capital(color)}'s clock">${clockText(left)}</span>`}
    </div>`;
}

/**
 * What a player has reported last before the node that is shown.
 * @param {Game} game
 * @param {Color} color
 */
function lastScore(game, color) {
    let { node } = game;
    while (node !== undefined && node.parent !== null) {
        const before = game.nodes.get(node.parent);
        if (before?.to_move === color && node.score !== undefined) {
            return node.score;
        }
        node = before;
    }
    return undefined;
}

/**
 * Below the board of the game that is followed.
 * @param {Game} game
 * @param {string} refusal
 */
export function watchedEntry(game, refusal) {
    const { table, match } = game;
    const outcome = table?.outcome ?? null;
    const words = outcome !== null
        ? outcomeWords(outcome)
        : game.isCurrent ? 'The game is being played.' : 'You look at an earlier turn; the game goes on.';
    const others = (match?.games ?? []).filter((each) => each.game !== table?.table);
    return html`<p id="words">${words}</p>
        <p class="hint">${table?.heading ?? ''}</p>
        ${refusal === '' ? nothing : html`<p id="refusal" role="alert">${refusal}</p>`}
        <div class="row" id="actions">
            <button class="primary" data-action="overview" @click=${() => game.leave()}>All games</button>
            ${game.isCurrent ? nothing : html`<button @click=${() => void game.visit(table?.at ?? 0)}>To the current turn</button>`}
            ${others.map((each) => html`<button data-game=${each.game} @click=${() => void game.watch(each.game)}>Game ${each.game}</button>`)}
        </div>`;
}
