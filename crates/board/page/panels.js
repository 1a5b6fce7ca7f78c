// The panels beside the board: what they fetch and what they show.

import { Refused } from './connection.js';
import { render } from './lit-html.js';
import { panelsView } from './view-panels.js';
import { followTurn } from './view-tree.js';

/** @typedef {import('./game.js').Game} Game */
/** @typedef {import('./view-panels.js').PanelName} PanelName */
/** @typedef {{play: (text: string) => void, changed: () => void, fail: (error: unknown) => void}} PanelHost */

/** Longest record that is sent as a message; larger ones are posted. */
const MOST_IN_MESSAGE = 500_000;

export class Panels {
    #game;
    #host;
    /** @type {import('./view-panels.js').PanelState} */
    #state = {
        open: 'game',
        examples: [],
        example: null,
        terms: null,
        document: '',
        rules: null,
        record: null,
        copied: '',
        isCopied: false,
    };
    /** @type {Map<string, Promise<HTMLElement>>} */
    #documents = new Map();
    #variant = '';
    /** Whether the list of turns is to be scrolled to the one that is shown. */
    #follows = false;

    /**
     * @param {Game} game
     * @param {PanelHost} host
     */
    constructor(game, host) {
        this.#game = game;
        this.#host = host;
    }

    /**
     * @param {unknown} gamePanel
     * @param {HTMLElement} element
     */
    draw(gamePanel, element) {
        render(this.#view(gamePanel), element);
        if (this.#follows && this.#state.open === 'game') {
            this.#follows = false;
            followTurn();
        }
    }

    /** @param {unknown} gamePanel */
    #view(gamePanel) {
        return panelsView(this.#game, this.#state, gamePanel, {
            open: (name) => this.#open(name),
            example: (example) => void this.#example(example),
            tryTurn: (text) => this.#host.play(text),
            document: (name) => void this.#showDocument(name),
            copy: (what) => void this.#copy(what),
            load: (record) => void this.#load(record),
            loadGame: (index) => void this.#loadGame(index),
        });
    }

    /** The table has another game. */
    newTable() {
        const { variant } = this.#game;
        const name = variant?.name ?? '';
        this.#state.copied = '';
        if (name === this.#variant || variant === undefined) {
            return;
        }
        this.#variant = name;
        this.#state.examples = [];
        this.#state.example = null;
        this.#state.rules = null;
        this.#state.document = '';
        void this.#fetchExamples(name);
        if (this.#state.open === 'rules') {
            void this.#showDocument(variant.rules[0] ?? '');
        }
    }

    /** Another node is shown. */
    shown() {
        this.#state.copied = '';
        this.#follows = true;
        if (this.#state.open === 'terms') {
            void this.#evaluate();
        }
    }

    /**
     * Opens the rules at a rule.
     * @param {string} rule
     */
    async openRule(rule) {
        this.#state.open = 'rules';
        for (const name of this.#game.variant?.rules ?? []) {
            const text = await this.#document(name).catch(() => null);
            if (text?.querySelector(`[id="${rule}"]`) != null) {
                await this.#showDocument(name);
                break;
            }
        }
        this.#host.changed();
        requestAnimationFrame(() => requestAnimationFrame(() => {
            const target = document.getElementById(rule);
            if (target !== null) {
                target.tabIndex = -1;
                target.scrollIntoView({ block: 'center' });
                target.focus({ preventScroll: true });
            }
        }));
    }

    /** @param {PanelName} name */
    #open(name) {
        this.#state.open = name;
        this.#follows = true;
        if (name === 'terms') {
            void this.#evaluate();
        }
        if (name === 'rules' && this.#state.rules === null) {
            void this.#showDocument(this.#game.variant?.rules[0] ?? '');
        }
        this.#host.changed();
    }

    /** @param {string} variant */
    async #fetchExamples(variant) {
        try {
            const { examples } = await this.#game.ask({ do: 'examples', variant });
            if (variant === this.#variant) {
                this.#state.examples = examples;
            }
        } catch (error) {
            this.#host.fail(error);
        }
        this.#host.changed();
    }

    /** @param {import('./messages').Example} example */
    async #example(example) {
        try {
            await this.#game.ask({ do: 'new', variant: this.#variant, position: example.position });
            this.#state.example = example;
        } catch (error) {
            this.#host.fail(error);
        }
        this.#host.changed();
    }

    async #evaluate() {
        try {
            this.#state.terms = await this.#game.ask({ do: 'evaluate', at: this.#game.shown });
        } catch {
            this.#state.terms = null;
        }
        this.#host.changed();
    }

    /**
     * @param {string} name
     * @returns {Promise<HTMLElement>}
     */
    #document(name) {
        let known = this.#documents.get(name);
        if (known === undefined) {
            known = fetchRules(name, (link) => this.#follow(link));
            known.catch(() => this.#documents.delete(name));
            this.#documents.set(name, known);
        }
        return known;
    }

    /** @param {string} name */
    async #showDocument(name) {
        if (name === '') {
            return;
        }
        this.#state.document = name;
        try {
            this.#state.rules = await this.#document(name);
        } catch (error) {
            this.#host.fail(error);
        }
        this.#host.changed();
    }

    /** @param {string} link `denial.md`, `#H13`, `denial.md#D5` */
    #follow(link) {
        const [file = '', rule] = link.split('#');
        if (rule !== undefined && rule !== '') {
            void this.openRule(rule);
        } else {
            void this.#showDocument(file.replace(/^.*\//, '').replace(/\.(md|html)$/, ''));
        }
    }

    /** @param {'position' | 'record' | 'command'} what */
    async #copy(what) {
        try {
            const text = what === 'record'
                ? (await this.#game.ask({ do: 'record' })).record
                : (await this.#game.ask({ do: 'text', at: this.#game.shown }))[what];
            this.#state.copied = text;
            this.#state.isCopied = await toClipboard(text);
        } catch (error) {
            this.#host.fail(error);
        }
        this.#host.changed();
    }

    /** @param {string | File} record A file is posted as it is: the server knows how to read its letters. */
    async #load(record) {
        try {
            if (typeof record !== 'string' || record.length > MOST_IN_MESSAGE) {
                const answer = await fetch('record', { method: 'POST', body: record });
                const posted = await answer.json();
                if (posted.error !== undefined) {
                    throw new Refused(posted.error);
                }
                this.#loaded(await this.#game.ask({ do: 'load', record: posted.record }));
            } else {
                this.#loaded(await this.#game.ask({ do: 'load', text: record }));
            }
        } catch (error) {
            this.#host.fail(error);
        }
    }

    /** @param {number} game */
    async #loadGame(game) {
        const record = this.#state.record?.record;
        try {
            if (record !== undefined) {
                this.#loaded(await this.#game.ask({ do: 'load', record, game }));
            }
        } catch (error) {
            this.#host.fail(error);
        }
    }

    /** @param {import('./messages').Loaded} loaded */
    #loaded(loaded) {
        const games = loaded.games ?? this.#state.record?.games ?? [];
        this.#state.record = { games, record: loaded.record ?? this.#state.record?.record ?? 0, fault: loaded.fault ?? '' };
        this.#host.changed();
    }
}

/**
 * Whether the browser has taken a text to its clipboard. It has none for a page that another computer serves
 * without HTTPS.
 * @param {string} text
 */
async function toClipboard(text) {
    const { clipboard } = /** @type {{clipboard?: Clipboard}} */ (navigator);
    try {
        await clipboard?.writeText(text);
        return clipboard !== undefined;
    } catch {
        return false;
    }
}

/**
 * A page of rules, in which links stay on this page.
 * @param {string} name
 * @param {(link: string) => void} follow
 * @returns {Promise<HTMLElement>}
 */
async function fetchRules(name, follow) {
    const answer = await fetch(`rules/${encodeURIComponent(name)}`);
    if (!answer.ok) {
        throw new Error(`the rules of ${name} are not there`);
    }
    const element = document.createElement('div');
    const parsed = new DOMParser().parseFromString(await answer.text(), 'text/html');
    element.append(...[...parsed.body.childNodes].map((node) => document.importNode(node, true)));
    for (const block of element.querySelectorAll('pre')) {
        block.tabIndex = 0;
    }
    element.addEventListener('click', (event) => {
        const link = event.target instanceof Element ? event.target.closest('a') : null;
        const address = link?.getAttribute('href') ?? null;
        if (address !== null && !/^[a-z]+:/.test(address)) {
            event.preventDefault();
            follow(address);
        }
    });
    return element;
}
