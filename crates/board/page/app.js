// The page: modules wired together.

import { Connection, Refused } from './connection.js';
import { TurnEntry } from './entry.js';
import { EvalBar } from './eval-bar.js';
import { Game } from './game.js';
import { GameBoard } from './board.js';
import { html, nothing, render } from './lit-html.js';
import { MatchPage } from './match.js';
import { Panels } from './panels.js';
import { loadPieces } from './pieces.js';
import { Preview } from './preview.js';
import { applyTheme, changeSettings, settings } from './settings.js';
import { sound } from './sounds.js';
import { Stage } from './stage.js';
import { paceOf, seatView } from './view-seats.js';
import { analysisView } from './view-analysis.js';
import { curveView } from './view-curve.js';
import { entryView } from './view-entry.js';
import { pathView, progressView, stripView } from './view-mega.js';
import { NewGameDialog, openKeys } from './view-new.js';
import { watchedEntry, watchedSeat } from './view-match.js';
import { treeView } from './view-tree.js';
import { capital, outcomeWords } from './words.js';

/** @typedef {import('./messages').Color} Color */

const FILL_SECONDS = 3;

/**
 * @template {HTMLElement} T
 * @param {string} id
 * @param {new () => T} type
 * @returns {T}
 */
function element(id, type) {
    const found = document.getElementById(id);
    if (!(found instanceof type)) {
        throw new Error(`there is no ${id}`);
    }
    return found;
}

class App {
    connection = new Connection();
    game = new Game(this.connection);
    entry = new TurnEntry(this.game);
    board = element('board', GameBoard);
    evalBar = element('bar-eval', EvalBar);
    stage = new Stage(this.board, this.game, this.entry);
    preview = new Preview(element('preview', HTMLDivElement), this.game);
    newGame = new NewGameDialog(element('new-game', HTMLDialogElement), this.game);
    match = new MatchPage(element('match', HTMLElement), this.game);
    panels = new Panels(this.game, {
        play: (text) => this.play(text),
        changed: () => this.later(),
        fail: (error) => this.fail(error),
    });
    refusal = '';
    /** @type {string[]} */
    completions = [];
    isFilling = false;
    /** A turn that was sent, so that it is not sent twice. */
    #sent = '';
    #isDue = false;
    /** The analysis that is previewed. @type {import('./messages').Analysis | null} */
    #held = null;
    #spoken = '';

    start() {
        const { game, entry, stage } = this;
        game.addEventListener('table', () => this.#newTable());
        game.addEventListener('shown', () => this.#shown());
        game.addEventListener('turn', (event) => this.#turnMade(/** @type {CustomEvent} */ (event).detail));
        game.addEventListener('state', (event) => {
            if (/** @type {CustomEvent} */ (event).detail === 'outcome') {
                this.#end();
            }
            stage.face(false);
            if (entry.at === game.shown && game.isOpen === (entry.first !== null)) {
                this.later();
            } else {
                void entry.begin();
            }
        });
        game.addEventListener('analysis', () => this.later());
        game.addEventListener('match', () => this.later());
        game.addEventListener('away', () => this.later());
        game.addEventListener('failure', (event) => {
            this.refusal = String(/** @type {CustomEvent} */ (event).detail);
            this.later();
        });
        entry.addEventListener('change', () => this.#entryChanged());
        entry.addEventListener('refused', (event) => {
            this.refusal = /** @type {CustomEvent} */ (event).detail;
            this.later();
        });
        stage.addEventListener('drawn', () => this.draw());
        stage.addEventListener('place', () => this.#analyseHere());
        document.addEventListener('keydown', (event) => this.#key(event));
        matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => {
            applyTheme();
            this.#recolour();
        });
        setInterval(() => {
            if (game.isOverview) {
                this.match.draw();
            } else if (game.table?.clock.running != null) {
                this.#drawSeats();
            }
        }, 100);
        this.connection.connect();
        this.later();
    }

    #recolour() {
        this.board.refresh();
        this.match.refresh();
    }

    /** Draws everything at the next frame. */
    later() {
        if (!this.#isDue) {
            this.#isDue = true;
            requestAnimationFrame(() => {
                this.#isDue = false;
                if (this.game.table === null) {
                    this.draw();
                } else {
                    this.stage.draw().catch((error) => this.fail(error));
                }
            });
        }
    }

    /** @param {unknown} error */
    fail(error) {
        if (!(error instanceof Refused) || error.kind !== 'away') {
            this.refusal = error instanceof Error ? capital(error.message) : String(error);
            this.later();
        }
    }

    /** @param {import('./messages').Request} request */
    async send(request) {
        this.refusal = '';
        try {
            await this.game.ask(request);
        } catch (error) {
            this.fail(error);
        }
        this.later();
    }

    /** @param {string} text */
    async play(text) {
        this.refusal = '';
        try {
            await this.game.ask({ do: 'turn', at: await this.#current(), text });
            this.#emptyText();
        } catch (error) {
            this.fail(error);
        }
    }

    /** Empties the field for a turn as text. */
    #emptyText() {
        const field = document.getElementById('turn-text');
        if (field instanceof HTMLInputElement) {
            field.value = '';
        }
        this.completions = [];
    }

    /** The node at which turns are made. */
    async #current() {
        const { shown, table } = this.game;
        if (table !== null && shown !== table.at && !table.playing) {
            await this.game.ask({ do: 'goto', at: shown });
        }
        return shown;
    }

    /** Makes the turn that is entered. */
    async make() {
        const { entry } = this;
        const key = `${entry.at} ${entry.taps.join(' ')}`;
        if (this.#sent === key) {
            return;
        }
        this.#sent = key;
        try {
            await this.#current();
            await this.game.ask({ do: 'turn', at: entry.at, taps: entry.taps });
        } catch (error) {
            this.#sent = '';
            this.fail(error);
            void entry.begin();
        }
    }

    async fill() {
        const { entry, game } = this;
        this.isFilling = true;
        this.later();
        try {
            const fill = await game.ask({ do: 'fill', at: entry.at, taps: entry.taps, seconds: FILL_SECONDS });
            if (entry.at === fill.at) {
                entry.place = [];
                await entry.replace(fill.taps);
            }
        } catch (error) {
            this.fail(error);
        }
        this.isFilling = false;
        this.later();
    }

    /** Whether a complete turn waits for *Confirm*. */
    get waits() {
        const { entry } = this;
        return settings.confirm && this.stage.pointer === 'touch' && typeof entry.prompt?.turn === 'string' && this.#isPlain;
    }

    /** Whether the turn is no board turn: it is made when it is complete. */
    get #isPlain() {
        return this.entry.isBegun && this.entry.taps.every((tap) => !tap.includes('/'));
    }

    #newTable() {
        const { game, entry } = this;
        entry.place = [];
        entry.movesPieces = false;
        entry.isForAll = (game.variant?.level ?? 0) >= 2;
        this.stage.face(true);
        this.refusal = '';
        this.#emptyText();
        this.panels.newTable();
        document.title = `${game.variant?.title ?? 'Jabberwock'} - Jabberwock`;
    }

    #shown() {
        const { entry, game } = this;
        entry.place = [];
        this.#sent = '';
        this.#held = null;
        this.refusal = '';
        this.preview.hide();
        this.panels.shown();
        void entry.begin();
        const { node } = game;
        if (node !== undefined) {
            this.say(node.turn === null ? 'The beginning of the game' : this.#turnWords(node));
        }
    }

    /** @param {import('./messages').Node} node */
    #turnWords(node) {
        const mover = capital(node.to_move === 'white' ? 'black' : 'white');
        return `${mover} ${node.turn}`.slice(0, 300);
    }

    /** @param {import('./messages').Node} node */
    async #turnMade(node) {
        if (node.outcome !== undefined) {
            this.#end();
            return;
        }
        if (!settings.sounds) {
            return;
        }
        const look = await this.game.look(node.node).catch(() => null);
        sound(look?.check === true ? 'check' : 'turn');
    }

    #end() {
        sound('end');
    }

    #entryChanged() {
        const { entry } = this;
        const isComplete = typeof entry.prompt?.turn === 'string' && this.#isPlain;
        if (isComplete && !this.waits) {
            void this.make();
        }
        if (entry.isBegun) {
            this.refusal = '';
            this.say(entry.prompt?.words ?? '');
        }
        this.later();
    }

    /** Analyses the board that is shown. */
    #analyseHere() {
        const { game, entry } = this;
        if (game.table?.analysis == null) {
            return;
        }
        const inner = entry.place.join('/');
        void this.send({ do: 'analyse', on: true, lines: settings.lines, ...(inner === '' ? {} : { at: game.shown, place: inner }) });
    }

    /** @param {string} words */
    say(words) {
        if (words !== this.#spoken) {
            this.#spoken = words;
            element('announcer', HTMLDivElement).textContent = words;
        }
    }

    /** @param {boolean} isOn */
    analyse(isOn) {
        if (this.game.match !== null) {
            return;
        }
        void this.send(isOn ? { do: 'analyse', on: true, lines: settings.lines } : { do: 'analyse', on: false });
    }

    flip() {
        this.stage.flipped = !this.stage.flipped;
        this.later();
    }

    /** @param {KeyboardEvent} event */
    #key(event) {
        const { target } = event;
        const isField = target instanceof HTMLElement && target.closest('input, textarea, select, dialog') !== null;
        if (isField || event.ctrlKey || event.metaKey || event.altKey) {
            return;
        }
        const isControl = target instanceof HTMLElement && target.closest('[role="tab"], .choices') !== null;
        /** @type {Record<string, () => void>} */
        const keys = {
            f: () => this.flip(),
            n: () => this.stage.next(),
            a: () => this.analyse(this.game.table?.analysis === null),
            b: () => this.board.focusBoard(),
            t: () => document.getElementById('turn-text')?.focus(),
            '?': () => openKeys(element('keys', HTMLDialogElement)),
            Escape: () => this.stage.back(),
            Backspace: () => this.stage.back(),
            ...(isControl ? {} : {
                ArrowLeft: () => void this.game.walk(-1),
                ArrowRight: () => void this.game.walk(1),
                Home: () => void this.game.walk(-Infinity),
                End: () => void this.game.walk(Infinity),
            }),
        };
        const action = keys[event.key.length === 1 ? event.key.toLowerCase() : event.key];
        if (action !== undefined) {
            event.preventDefault();
            action();
        }
    }

    /** @param {Color} color @param {string} player */
    async #seat(color, player) {
        const { game } = this;
        const pace = paceOf(player, game.seat(color).pace.clock ?? '');
        await this.send({ do: 'seat', [color]: { player, pace } });
        const isSeated = game.seat('white').player !== 'person' || game.seat('black').player !== 'person';
        if (isSeated && game.table?.outcome === null) {
            await this.send({ do: 'go' });
        }
    }

    draw() {
        const { game, stage } = this;
        const isOpening = game.isOverview ? game.match === null : game.table === null;
        document.body.dataset['state'] = game.isAway ? 'away' : isOpening ? 'opening' : 'ready';
        document.body.dataset['at'] = String(game.shown);
        document.body.dataset['opened'] = String(game.opened);
        document.body.dataset['level'] = String(Math.min(game.variant?.level ?? 0, 1));
        if (this.entry.place.length > 0) {
            document.body.dataset['depth'] = String(this.entry.place.length);
        } else {
            delete document.body.dataset['depth'];
        }
        document.body.dataset['variant'] = game.table?.variant ?? '';
        document.body.dataset['position'] = stage.look?.scene.position ?? '';
        document.body.dataset['entered'] = this.entry.taps.join(' ').slice(0, 2000);
        this.#drawBanner();
        this.match.draw();
        element('main', HTMLElement).hidden = game.isOverview;
        this.#drawBar();
        this.#drawSeats();
        this.#drawStage();
        this.#drawEvaluation();
        this.panels.draw(this.#gamePanel(), element('panels', HTMLElement));
    }

    #drawEvaluation() {
        const { game, stage } = this;
        const { analysis, outcome } = game;
        const score = analysis !== null && analysis.at === game.shown && analysis.place === '' ? analysis.lines[0]?.score ?? null : null;
        if (score === null && outcome !== null) {
            this.evalBar.showOutcome(outcome, stage.flipped);
            return;
        }
        this.evalBar.show(score ?? (game.table?.analysis == null ? game.node?.score ?? null : null), stage.flipped);
    }

    #drawBanner() {
        const { game } = this;
        const banner = element('banner', HTMLDivElement);
        banner.hidden = !game.isAway || game.table === null && game.match === null && !game.isFull;
        banner.textContent = game.match?.over === true
            ? 'The match is over, and its server has ended. What is shown stays.'
            : game.isLocked
                ? 'The server was started again and has a new key. Open the address that it has printed in its terminal: this page goes on then.'
                : game.isFull
                    ? 'As many pages are open as the server takes. This one goes on when another is closed.'
                    : 'The server is away. Trying to connect again; the table is as it was.';
    }

    #drawBar() {
        const { game } = this;
        const isWatching = game.match !== null;
        const dark = document.documentElement.dataset['theme'] === 'dark';
        render(html`<h1>Jabberwock</h1>
            <span class="title">${game.variant?.title ?? ''}</span>
            ${isWatching ? nothing : html`<button class="primary" data-action="new" @click=${() => this.newGame.open()}>New game</button>`}
            <span class="space"></span>
            <button data-action="flip" @click=${() => this.flip()}>Flip</button>
            <button data-action="sounds" aria-pressed=${settings.sounds} @click=${() => {
                changeSettings({ sounds: !settings.sounds });
                sound('turn');
                this.later();
            }}>Sounds</button>
            ${isWatching ? nothing : html`<button data-action="confirm-touch" aria-pressed=${settings.confirm} title="On touch, a turn waits for Confirm" @click=${() => {
                changeSettings({ confirm: !settings.confirm });
                this.later();
            }}>Confirm touch</button>`}
            <button data-action="theme" @click=${() => {
                changeSettings({ theme: dark ? 'light' : 'dark' });
                this.#recolour();
                this.later();
            }}>${dark ? 'Light' : 'Dark'}</button>
            <button data-action="keys" @click=${() => openKeys(element('keys', HTMLDialogElement))}>Keys</button>`, element('bar', HTMLElement));
    }

    #drawSeats() {
        const { game, stage } = this;
        const [top, bottom] = stage.flipped ? ['white', 'black'] : ['black', 'white'];
        const scene = this.entry.isBegun ? this.entry.prompt?.scene ?? null : stage.look?.scene ?? null;
        const seat = (/** @type {string | undefined} */ color, /** @type {string} */ id) => {
            const whose = color === 'white' ? 'white' : 'black';
            const view = game.match !== null
                ? watchedSeat(game, whose)
                : seatView(game, whose, scene, (of, player) => void this.#seat(of, player));
            render(view, element(id, HTMLDivElement));
        };
        seat(top, 'seat-top');
        seat(bottom, 'seat-bottom');
    }

    #drawStage() {
        const { game, entry, stage } = this;
        const isMega = (game.variant?.level ?? 0) > 0;
        const mega = this.#megaActions();
        const outer = entry.place.length > 0 ? entry.scenes[entry.place.length - 1] : undefined;
        render(isMega ? html`${pathView(entry.place, mega)}${outer === undefined ? nothing : stripView(outer, entry.place, entry, mega)}` : nothing,
            element('path', HTMLDivElement));
        const { facts = [], rights = [] } = stage.scene ?? {};
        const state = { refusal: this.refusal, completions: this.completions, waits: this.waits };
        render(html`${game.match !== null ? watchedEntry(game, this.refusal) : entryView(game, entry, state, {
            tap: (tap) => void entry.tap(tap),
            back: () => stage.back(),
            clear: () => void entry.clear(),
            confirm: () => void this.make(),
            play: (text) => void this.play(text),
            complete: (text) => void this.#complete(text),
            rule: (rule) => void this.panels.openRule(rule),
            control: (what) => void this.send({ do: what }),
            toCurrent: () => void game.visit(game.table?.at ?? 0),
        })}
        ${facts.length + rights.length === 0 ? nothing : html`<p class="facts">${[...facts, ...rights].map((fact) => html`<span>${/^[a-z]\d/.test(fact) ? fact : capital(fact)}</span>`)}</p>`}
        ${isMega && game.match === null ? progressView(entry, game.isOpen, this.isFilling, mega) : nothing}`, element('entry', HTMLElement));
    }

    /** @returns {import('./view-mega.js').MegaActions} */
    #megaActions() {
        const { entry, stage } = this;
        return {
            enter: (place) => stage.enter(place),
            next: () => stage.next(),
            drop: (places) => void entry.drop(places),
            fill: () => void this.fill(),
            make: () => void this.make(),
            setForAll: (isOn) => {
                entry.isForAll = isOn;
                this.later();
            },
            setMovesPieces: (isOn) => {
                entry.movesPieces = isOn;
                this.later();
            },
            rule: (rule) => void this.panels.openRule(rule),
        };
    }

    #gamePanel() {
        const { game } = this;
        const held = this.#held?.at === game.shown ? this.#held : null;
        return html`${game.match !== null ? nothing : analysisView(game, held ?? game.analysis, {
            analyse: (isOn) => this.analyse(isOn),
            setLines: (lines) => {
                changeSettings({ lines });
                if (game.table?.analysis != null) {
                    this.analyse(true);
                }
            },
            setArrows: (arrows) => {
                changeSettings({ arrows });
                this.later();
            },
            preview: (turns, at, inner, near) => {
                this.#held ??= game.analysis;
                if (inner === '') {
                    void this.preview.show(turns, at, near, this.stage.flipped);
                }
            },
            endPreview: () => {
                this.#held = null;
                this.preview.hide();
            },
            play: (turns, at, inner) => void (inner === '' ? this.#playLine(turns, at) : this.#enterSmall(turns[0] ?? '', inner)),
        })}
        <section aria-label="Turns">
            ${game.match !== null || game.table?.heading === undefined ? nothing : html`<p class="hint" id="heading">${game.table.heading}</p>`}
            ${curveView(game, (at) => void game.visit(at))}
            <div class="row walk">
                <button aria-label="First turn" @click=${() => void game.walk(-Infinity)}>«</button>
                <button aria-label="Previous turn" @click=${() => void game.walk(-1)}>‹</button>
                <button aria-label="Next turn" @click=${() => void game.walk(1)}>›</button>
                <button aria-label="Last turn" @click=${() => void game.walk(Infinity)}>»</button>
            </div>
            ${treeView(game, {
                visit: (at) => void game.visit(at),
                promote: (at) => void this.send({ do: 'promote', at }),
                remove: (at) => void this.send({ do: 'delete', at }),
            })}
        </section>`;
    }

    /**
     * @param {string[]} turns
     * @param {number} at
     */
    async #playLine(turns, at) {
        this.preview.hide();
        try {
            if (this.game.table?.at !== at) {
                await this.game.ask({ do: 'goto', at });
            }
            let node = at;
            for (const text of turns) {
                node = (await this.game.ask({ do: 'turn', at: node, text })).at;
            }
        } catch (error) {
            this.fail(error);
        }
    }

    /**
     * Enters a turn of chess on a small board.
     * @param {string} turn
     * @param {string} inner
     */
    async #enterSmall(turn, inner) {
        const { entry } = this;
        if (inner !== entry.place.join('/')) {
            return;
        }
        const [, from = '', to = '', promotion] = /^([a-z]\d)([a-z]\d)([a-z])?$/.exec(turn) ?? [];
        await entry.clear();
        for (const tap of [from, to, ...(promotion === undefined ? [] : [`=${promotion}`])]) {
            await entry.tap(tap);
        }
    }

    /** @param {string} text */
    async #complete(text) {
        try {
            this.completions = text.trim() === '' ? [] : (await this.game.ask({ do: 'complete', at: this.game.shown, text: text.trim() })).turns;
        } catch {
            this.completions = [];
        }
        this.later();
    }
}

applyTheme();
await loadPieces();
new App().start();
