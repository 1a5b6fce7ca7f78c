// A turn as far as it is entered: taps, and the prompt that they lead to.

import { Refused } from './connection.js';
import { isSquare, isWithin, readTap, tapText, without } from './taps.js';

/** @typedef {import('./messages').Prompt} Prompt */
/** @typedef {import('./messages').PromptTarget} PromptTarget */
/** @typedef {import('./messages').BoardTurn} BoardTurn */
/** @typedef {import('./messages').ChosenBoards} ChosenBoards */
/** @typedef {import('./messages').Scene} Scene */

/** Events: `change`, `refused` with a message. */
export class TurnEntry extends EventTarget {
    at = -1;
    /** @type {string[]} */
    taps = [];
    /** @type {Prompt | null} */
    prompt = null;
    /** The prompt without taps. @type {Prompt | null} */
    first = null;
    /** The board that is shown, from the outermost one inwards. @type {string[]} */
    place = [];
    /** The legal turns that the taps begin, if they are few. @type {string[]} */
    turns = [];
    /** Whether one entry counts for all equal boards. */
    isForAll = false;
    /** Whether presses on boards move mega-pieces. */
    movesPieces = false;
    /** Scenes of the boards that `place` leads through, outermost first. @type {Scene[]} */
    scenes = [];
    #game;
    /** @type {Promise<void>} */
    #queue = Promise.resolve();

    /** @param {import('./game.js').Game} game */
    constructor(game) {
        super();
        this.#game = game;
    }

    /** Begins at the node that is shown. */
    begin() {
        const at = this.#game.shown;
        this.at = at;
        this.taps = [];
        this.turns = [];
        this.prompt = null;
        this.first = null;
        this.#dispatch();
        if (!this.#game.isOpen) {
            return this.#queue;
        }
        return this.#later(async () => {
            const answer = await this.#game.ask({ do: 'prompt', at, taps: [] });
            if (this.at === at) {
                this.first = answer.prompt;
                this.#take([], answer);
            }
        });
    }

    /** The taps on the board shown, without the names of boards. */
    get local() {
        const { place } = this;
        return this.taps
            .map(readTap)
            .filter((tap) => tap.boards.length === place.length && isWithin(tap, place))
            .map((tap) => tap.target);
    }

    /** The targets on the board shown, without the names of boards. @returns {PromptTarget[]} */
    get targets() {
        return this.#localTargets(this.prompt);
    }

    /** The squares with which a turn on the board shown may begin. @returns {Set<string>} */
    get beginnings() {
        const isEmpty = this.local.length === 0;
        const targets = isEmpty ? this.targets : this.#localTargets(this.first);
        return new Set(targets.map((target) => target.tap).filter(isSquare));
    }

    /** Whether anything is entered. */
    get isBegun() {
        return this.taps.length > 0;
    }

    /**
     * What is chosen on the board at `place`.
     * @param {string[]} place
     * @returns {ChosenBoards | undefined}
     */
    chosenAt(place) {
        /** @type {BoardTurn | undefined} */
        let turn = this.prompt?.board_turn;
        /** @type {ChosenBoards | undefined} */
        let chosen;
        for (const square of place) {
            chosen = turn?.chosen.find((boards) => boards.places.includes(square));
            turn = chosen?.board_turn;
        }
        return chosen;
    }

    /** The board turn of the board shown. @returns {BoardTurn | undefined} */
    get boardTurn() {
        return this.place.length === 0 ? this.prompt?.board_turn : this.chosenAt(this.place)?.board_turn;
    }

    /**
     * Enters a tap on the board shown.
     * @param {string} target
     */
    tap(target) {
        return this.#later(() => this.#enter(target));
    }

    /**
     * Begins the board shown anew with `target`.
     * @param {string} target
     */
    restart(target) {
        return this.#later(async () => {
            await this.#set(without(this.taps, this.place));
            await this.#enter(target);
        });
    }

    /** Takes the last tap on the board shown back. */
    back() {
        return this.#later(async () => {
            const index = this.taps.findLastIndex((text) => isWithin(readTap(text), this.place));
            if (index >= 0) {
                await this.#set(this.taps.filter((_, other) => other !== index));
            }
        });
    }

    /** Forgets the taps on the board shown. */
    clear() {
        return this.#later(() => this.#set(without(this.taps, this.place)));
    }

    /**
     * Forgets the taps on boards.
     * @param {string[][]} places
     */
    drop(places) {
        return this.#later(() => this.#set(places.reduce(without, this.taps)));
    }

    /**
     * Enters a whole list of taps.
     * @param {string[]} taps
     */
    replace(taps) {
        return this.#later(() => this.#set(taps));
    }

    /** Waits until all that was entered is answered. */
    settled() {
        return this.#queue;
    }

    /**
     * @param {Prompt | null} prompt
     * @returns {PromptTarget[]}
     */
    #localTargets(prompt) {
        const { place } = this;
        return (prompt?.targets ?? []).flatMap((target) => {
            const tap = readTap(target.tap);
            const isHere = tap.boards.length === place.length && isWithin(tap, place);
            return isHere ? [{ ...target, tap: tap.target }] : [];
        });
    }

    /** @param {string} target */
    async #enter(target) {
        const { place, prompt } = this;
        const known = (prompt?.targets ?? []).map((candidate) => readTap(candidate.tap));
        const found = known.find(
            (tap) => tap.boards.length === place.length && tap.target === target && isWithin(tap, place),
        );
        if (found === undefined) {
            return;
        }
        const boards = found.boards.map((group, level) => this.#boards(group, level));
        await this.#set([...this.taps, tapText({ boards, target })]);
        this.#leave();
    }

    /**
     * The boards of a level for which an entry counts.
     * @param {string[]} group Equal boards with equal taps.
     * @param {number} level
     * @returns {string[]}
     */
    #boards(group, level) {
        const here = this.place[level] ?? '';
        if (!this.isForAll) {
            return [here];
        }
        const outer = this.place.slice(0, level);
        if (this.chosenAt([...outer, here]) !== undefined) {
            return group;
        }
        const turn = level === 0 ? this.prompt?.board_turn : this.chosenAt(outer)?.board_turn;
        const playable = this.scenes[level]?.boards?.filter((board) => board.playable).length ?? 1;
        const need = turn?.need ?? Math.min(8, playable);
        const begun = (turn?.chosen ?? []).reduce((sum, chosen) => sum + chosen.places.length, 0);
        const others = group.filter((square) => square !== here);
        return [here, ...others.slice(0, Math.max(0, need - begun - 1))].sort(bySquare);
    }

    /** Goes out of boards whose turn is complete. */
    #leave() {
        while (this.place.length > 0 && typeof this.chosenAt(this.place)?.turn === 'string') {
            this.place = this.place.slice(0, -1);
            this.movesPieces = false;
        }
        this.#dispatch();
    }

    /** @param {string[]} taps */
    async #set(taps) {
        const { at } = this;
        if (taps.length === 0 && this.first !== null) {
            this.#take([], { prompt: this.first });
            return;
        }
        const answer = await this.#game.ask({ do: 'prompt', at, taps });
        if (this.at === at) {
            this.#take(taps, answer);
        }
    }

    /**
     * @param {string[]} taps
     * @param {{prompt: Prompt, turns?: string[]}} answer
     */
    #take(taps, answer) {
        this.taps = taps;
        this.prompt = answer.prompt;
        this.turns = answer.turns ?? [];
        this.#dispatch();
    }

    /** @param {() => Promise<void>} work */
    #later(work) {
        this.#queue = this.#queue.then(work).catch((error) => {
            if (!(error instanceof Refused) || error.kind === 'away') {
                return;
            }
            this.dispatchEvent(new CustomEvent('refused', { detail: error.message }));
        });
        return this.#queue;
    }

    #dispatch() {
        this.dispatchEvent(new Event('change'));
    }
}

/**
 * In the order a1, b1, ..., a2.
 * @param {string} a
 * @param {string} b
 */
function bySquare(a, b) {
    return Number(a.slice(1)) - Number(b.slice(1)) || a.localeCompare(b);
}
