// Analysis: lines with scores; hovering previews them, a click plays them.

import { html, nothing } from './lit-html.js';
import { settings } from './settings.js';
import { countText, scoreText, scoreWords, shortened } from './words.js';

/** @typedef {import('./game.js').Game} Game */
/**
 * @typedef {object} AnalysisActions
 * @property {(isOn: boolean) => void} analyse
 * @property {(lines: number) => void} setLines
 * @property {(isOn: boolean) => void} setArrows
 * @property {(turns: string[], at: number, place: string, near: HTMLElement) => void} preview
 * @property {() => void} endPreview
 * @property {(turns: string[], at: number, place: string) => void} play
 */

/**
 * @param {Game} game
 * @param {import('./messages').Analysis | null} analysis What is shown of it: it stands still under the pointer.
 * @param {AnalysisActions} actions
 */
export function analysisView(game, analysis, actions) {
    const lines = game.table?.analysis ?? null;
    const isOn = lines !== null;
    const { plan } = game;
    const isFresh = analysis !== null && analysis.at === game.shown;
    return html`<section class="analysis" aria-label="Analysis">
        <div class="row">
            <button class="switch" role="switch" aria-checked=${isOn} @click=${() => actions.analyse(!isOn)}>Analysis</button>
            <label>Lines <select aria-label="Lines" @change=${(/** @type {Event} */ event) => {
                actions.setLines(Number(/** @type {HTMLSelectElement} */ (event.target).value));
            }}>${[1, 2, 3, 4, 5].map((count) => html`<option .selected=${count === settings.lines}>${count}</option>`)}</select></label>
            <label><input type="checkbox" .checked=${settings.arrows} @change=${(/** @type {Event} */ event) => {
                actions.setArrows(/** @type {HTMLInputElement} */ (event.target).checked);
            }}> Arrows</label>
        </div>
        ${isOn && isFresh ? html`
            <p class="hint">depth ${analysis.depth}/${analysis.seldepth}, ${countText(analysis.nodes)} nodes, ${countText(analysis.nps)}/s${analysis.place === '' ? nothing : `, board ${analysis.place}`}</p>
            <ol class="lines">${analysis.lines.map((line) => html`<li data-line>
                <span class="score ${'mate' in line.score ? 'mate' : ''}" title=${scoreWords(line.score)}>${scoreText(line.score)}</span>
                <span class="depth" title="Depth">${line.depth}</span>
                <span class="line-turns">${line.turns.slice(0, 12).map((turn, index) => lineTurn(line.turns.slice(0, index + 1), turn, analysis, actions))}</span>
            </li>`)}</ol>` : isOn && game.node?.outcome === undefined ? html`<p class="hint">Thinking …</p>` : nothing}
        ${isOn && plan !== null && plan.at === game.shown ? planView(plan, actions) : nothing}
    </section>`;
}

/**
 * @param {string[]} turns
 * @param {string} turn
 * @param {import('./messages').Analysis} analysis
 * @param {AnalysisActions} actions
 */
function lineTurn(turns, turn, analysis, actions) {
    const show = (/** @type {Event} */ event) => {
        actions.preview(turns, analysis.at, analysis.place, /** @type {HTMLElement} */ (event.currentTarget));
    };
    return html`<button class="turn" title=${turn.length > 30 ? turn : nothing}
        ?disabled=${analysis.place !== '' && turns.length > 1}
        @pointerenter=${show} @focus=${show}
        @pointerleave=${actions.endPreview} @blur=${actions.endPreview}
        @click=${() => actions.play(turns, analysis.at, analysis.place)}>${shortened(turn, 30)}</button>`;
}

/**
 * @param {NonNullable<Game['plan']>} plan
 * @param {AnalysisActions} actions
 */
function planView(plan, actions) {
    return html`<details class="plan"><summary>The plan</summary>
        <button @click=${() => actions.play([plan.plan.turn], plan.at, '')}>Play the plan</button>
        <pre tabindex="0" role="region" aria-label="The plan">${plan.words}</pre></details>`;
}
