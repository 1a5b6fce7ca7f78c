// The table as the page sees it: a tree of turns, seats, clocks, analysis; kept up to date by events.

import { secondsLeft } from './clock.js';
import { Refused } from './connection.js';

/** @typedef {import('./connection.js').Connection} Connection */
/** @typedef {import('./messages').TableState} TableState */
/** @typedef {import('./messages').Node} Node */
/** @typedef {import('./messages').Look} Look */
/** @typedef {import('./messages').Prompted} Prompted */
/** @typedef {import('./messages').Variant} Variant */
/** @typedef {import('./messages').Color} Color */
/** @typedef {import('./messages').Seat} Seat */

const TABLE_KEY = 'jabberwock-table';

/** Events: `table`, `shown` (another node is shown), `turn`, `state` (seats, clock, outcome), `analysis`, `match`, `failure`, `away`. */
export class Game extends EventTarget {
    /** @type {TableState | null} */
    table = null;
    /** @type {Map<number, Node>} */
    nodes = new Map();
    /** @type {Variant[]} */
    variants = [];
    program = '';
    /** The node that is shown; another than the current one only while a game is played. */
    shown = 0;
    isAway = true;
    /** How often a whole table has come: a game was set up, loaded or joined, or nodes of its tree were moved. */
    opened = 0;
    /** Whether the server was started again, and has a key that this page does not have. */
    isLocked = false;
    /** Whether the server is there, but takes no more pages. */
    isFull = false;
    /** When the server was started. */
    #started = 0;
    /** The node that was asked for last, until the answer comes. @type {number | null} */
    #asked = null;
    /** @type {import('./messages').Analysis | null} */
    analysis = null;
    /** @type {{at: number, plan: import('./messages').PlanReport, words: string} | null} */
    plan = null;
    /** The match that is watched; then nothing can be changed. @type {import('./messages').MatchState | null} */
    match = null;
    /** Whether all games of the match are shown. */
    isOverview = false;
    /** What the boards of the match show. @type {Map<number, Look>} */
    boards = new Map();
    /** When the clocks of the match were last received, in milliseconds of `performance.now`. */
    matchReceived = 0;
    /** When the clock was last received, in milliseconds of `performance.now`. */
    clockReceived = 0;
    /** @type {Map<string, Promise<Look>>} */
    #looks = new Map();

    /** @param {Connection} connection */
    constructor(connection) {
        super();
        this.connection = connection;
        connection.addEventListener('open', () => this.#join());
        connection.addEventListener('away', () => {
            this.isAway = true;
            this.#dispatch('away');
        });
        connection.addEventListener('locked', () => {
            this.isLocked = true;
            this.#dispatch('away');
        });
        connection.addEventListener('full', (event) => {
            this.isFull = /** @type {CustomEvent<boolean>} */ (event).detail;
            this.#dispatch('away');
        });
        connection.addEventListener('message', (event) => {
            this.#receive(/** @type {CustomEvent<import('./messages').Event>} */ (event).detail);
        });
    }

    /** @returns {Variant | undefined} */
    get variant() {
        const name = this.table?.variant ?? this.match?.variant;
        return this.variants.find((variant) => variant.name === name);
    }

    /** @returns {Node | undefined} */
    get node() {
        return this.nodes.get(this.shown);
    }

    /** Whether the node shown is the current one. */
    get isCurrent() {
        return this.table !== null && this.shown === this.table.at;
    }

    /** How the game ended at the node shown; null if it goes on there. */
    get outcome() {
        return this.node?.outcome ?? (this.isCurrent ? this.table?.outcome : null) ?? null;
    }

    /** @param {Color} color */
    seat(color) {
        return this.table?.[color] ?? { player: 'person', pace: {} };
    }

    /** Whether a person may make a turn at the node shown. */
    get isOpen() {
        const { table, node } = this;
        if (this.match !== null || table === null || node === undefined || this.isAway || node.outcome !== undefined) {
            return false;
        }
        if (table.playing) {
            return this.isCurrent && this.seat(node.to_move).player === 'person';
        }
        return true;
    }

    /**
     * Seconds left on a clock now.
     * @param {Color} color
     * @returns {number | null}
     */
    secondsLeft(color) {
        return secondsLeft(this.table?.clock, color, this.clockReceived);
    }

    /**
     * @param {import('./messages').Request} request
     * @returns {Promise<any>}
     */
    ask(request) {
        return this.connection.ask(request);
    }

    /**
     * What a node shows.
     * @param {number} at
     * @param {string} [inner] A board of a game of games.
     * @returns {Promise<Look>}
     */
    look(at, inner = '') {
        const key = `${at} ${inner}`;
        let look = this.#looks.get(key);
        if (look === undefined) {
            look = this.ask(inner === '' ? { do: 'look', at } : { do: 'look', at, place: inner });
            look.catch(() => this.#looks.delete(key));
            if (this.#looks.size > 200) {
                this.#looks.clear();
            }
            this.#looks.set(key, look);
        }
        return look;
    }

    /**
     * Shows a node: the current one moves with it, unless a game is being played.
     * @param {number} at
     */
    async visit(at) {
        if (this.table === null || !this.nodes.has(at) || at === (this.#asked ?? this.shown)) {
            return;
        }
        if (this.table.playing || this.match !== null) {
            this.#show(at);
            return;
        }
        this.#asked = at;
        try {
            await this.ask({ do: 'goto', at });
        } catch (error) {
            if (!(error instanceof Refused) || error.kind !== 'away') {
                this.#dispatch('failure', error instanceof Error ? error.message : String(error));
            }
        }
        if (this.#asked === at) {
            this.#asked = null;
        }
    }

    /**
     * Walks the game: -1 and 1 a turn, -Infinity and Infinity to the ends. A step that comes before the answer
     * to the one before goes on from there.
     * @param {number} turns
     */
    async walk(turns) {
        let node = this.nodes.get(this.#asked ?? this.shown);
        const isBack = turns < 0;
        for (let count = Math.abs(turns); count > 0 && node !== undefined; count -= 1) {
            const next = isBack ? node.parent : node.children[0];
            const found = next === null || next === undefined ? undefined : this.nodes.get(next);
            if (found === undefined) {
                break;
            }
            node = found;
        }
        if (node !== undefined) {
            await this.visit(node.node);
        }
    }

    async #join() {
        const [start, wanted] = (sessionStorage.getItem(TABLE_KEY) ?? '').split(' ').map(Number);
        try {
            if (this.variants.length === 0) {
                this.variants = (await this.ask({ do: 'variants' })).variants;
            }
            const hello = await this.#hello(wanted ?? NaN);
            const isAnother = this.#started !== 0 && this.#started !== hello.started;
            this.program = hello.program;
            this.#started = hello.started;
            this.isAway = false;
            this.isLocked = false;
            this.isFull = false;
            if (hello.match !== undefined) {
                this.boards.clear();
                const table = start === hello.started ? hello.table : null;
                this.isOverview = table === null;
                this.#takeMatch(hello.match);
                if (table !== null) {
                    this.#take(table);
                }
            } else if (isAnother && this.table !== null) {
                await this.#openAgain(this.table);
            } else if (hello.table !== null && wanted !== undefined && start !== hello.started) {
                // The number is that of another table now.
                this.#take((await this.ask({ do: 'hello' })).table);
            } else if (hello.table === null) {
                await this.ask({ do: 'new', variant: 'hop' });
            } else if (this.#isAsBefore(hello.table)) {
                this.#renew(hello.table);
            } else {
                this.#take(hello.table);
            }
        } catch (error) {
            this.#dispatch('failure', error instanceof Error ? error.message : String(error));
        }
    }

    /**
     * Opens the game anew at a server that was started again.
     * @param {TableState} table
     */
    async #openAgain({ variant, origin, at, white, black }) {
        const turns = turnsTo(this.nodes, at);
        await this.ask({ do: 'new', variant, position: origin, turns, separate: true });
        await this.ask({ do: 'seat', white, black });
    }

    /**
     * @param {number} wanted
     * @returns {Promise<import('./messages').Hello>}
     */
    async #hello(wanted) {
        if (Number.isInteger(wanted)) {
            try {
                return await this.ask({ do: 'hello', table: wanted });
            } catch (error) {
                if (!(error instanceof Refused) || error.kind === 'away') {
                    throw error;
                }
            }
        }
        return this.ask({ do: 'hello' });
    }

    /**
     * Follows a game of the match.
     * @param {number} number
     */
    async watch(number) {
        try {
            await this.ask({ do: 'watch', game: number });
        } catch (error) {
            this.#dispatch('failure', error instanceof Error ? error.message : String(error));
        }
    }

    /** Shows all games of the match. */
    leave() {
        this.isOverview = true;
        sessionStorage.removeItem(TABLE_KEY);
        this.#dispatch('match');
    }

    /**
     * Whether a table to which the page comes back is where it was, so that what is entered there still counts.
     * @param {TableState} state
     */
    #isAsBefore(state) {
        const { table, shown } = this;
        const nodes = new Map(state.nodes.map((node) => [node.node, node]));
        return table !== null && table.table === state.table && table.variant === state.variant && table.origin === state.origin
            && shown === state.at && turnsTo(this.nodes, shown).join(' ') === turnsTo(nodes, shown).join(' ');
    }

    /**
     * Takes what may have changed at a table that is where it was.
     * @param {TableState} state
     */
    #renew(state) {
        this.table = state;
        this.opened += 1;
        this.nodes = new Map(state.nodes.map((node) => [node.node, node]));
        this.#looks.clear();
        this.clockReceived = performance.now();
        this.analysis = state.analysis === null ? null : this.analysis;
        this.#dispatch('state');
    }

    /** @param {import('./messages').MatchState} match */
    #takeMatch(match) {
        this.match = match;
        this.matchReceived = performance.now();
        const boards = new Map(this.boards);
        this.boards.clear();
        for (const { game, look } of match.games) {
            const shown = look ?? boards.get(game);
            if (shown !== undefined) {
                this.boards.set(game, shown);
            }
        }
        if (match.over) {
            this.connection.end();
        }
        this.#dispatch('match');
    }

    /** @param {TableState} state */
    #take(state) {
        const isSame = this.table?.table === state.table;
        this.table = state;
        this.opened += 1;
        sessionStorage.setItem(TABLE_KEY, `${this.#started} ${state.table}`);
        this.nodes = new Map(state.nodes.map((node) => [node.node, node]));
        this.#looks.clear();
        this.clockReceived = performance.now();
        this.shown = state.at;
        this.analysis = isSame && this.analysis?.at === state.at ? this.analysis : null;
        this.plan = null;
        this.#dispatch('table');
        this.#dispatch('shown');
    }

    /** @param {number} at */
    #show(at) {
        this.shown = at;
        this.#dispatch('shown');
    }

    /** @param {import('./messages').Event} event */
    #receive(event) {
        const { table } = this;
        if (event.event === 'match') {
            this.#takeMatch(event);
            return;
        }
        if (event.event === 'table') {
            this.isOverview = false;
            this.#take(event);
            return;
        }
        if (table === null) {
            return;
        }
        switch (event.event) {
            case 'turn':
                this.#turn(table, event);
                break;
            case 'goto':
                table.at = event.at;
                table.outcome = event.outcome ?? null;
                table.playing = false;
                this.#show(event.at);
                break;
            case 'seats':
                table.white = event.white;
                table.black = event.black;
                this.#dispatch('state');
                break;
            case 'clock':
                table.clock = { white: event.white, black: event.black, running: event.running };
                table.playing = event.running !== null;
                this.clockReceived = performance.now();
                this.#dispatch('state');
                break;
            case 'outcome':
                table.outcome = { result: event.result, reason: event.reason };
                table.playing = false;
                this.#dispatch('state', 'outcome');
                break;
            case 'analysing':
                table.analysis = event.lines;
                if (event.lines === null) {
                    this.analysis = null;
                }
                this.#dispatch('analysis');
                break;
            case 'analysis':
                this.analysis = event;
                this.#dispatch('analysis');
                break;
            case 'plan':
                this.plan = event;
                this.#dispatch('analysis');
                break;
            case 'failure':
                this.#dispatch('failure', event.text);
                break;
        }
    }

    /**
     * @param {TableState} table
     * @param {import('./messages').TurnMade} made
     */
    #turn(table, made) {
        const wasCurrent = this.isCurrent;
        const { node } = made;
        this.nodes.set(node.node, node);
        const parent = node.parent === null ? undefined : this.nodes.get(node.parent);
        if (parent !== undefined && table.playing) {
            parent.children = [node.node, ...parent.children.filter((child) => child !== node.node)];
        } else if (parent !== undefined && !parent.children.includes(node.node)) {
            parent.children.push(node.node);
        }
        table.at = made.at;
        table.outcome = node.outcome ?? null;
        this.#dispatch('turn', node);
        if (wasCurrent || !table.playing) {
            this.#show(made.at);
        } else {
            this.#dispatch('state');
        }
    }

    /**
     * @param {string} type
     * @param {unknown} [detail]
     */
    #dispatch(type, detail) {
        this.dispatchEvent(new CustomEvent(type, { detail }));
    }
}

/**
 * The turns that lead to a node.
 * @param {Map<number, Node>} nodes
 * @param {number} at
 * @returns {string[]}
 */
function turnsTo(nodes, at) {
    const turns = [];
    for (let node = nodes.get(at); node !== undefined && node.turn !== null; node = nodes.get(node.parent ?? 0)) {
        turns.unshift(node.turn);
    }
    return turns;
}
