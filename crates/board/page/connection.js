// The WebSocket: requests with replies, events, and attempts to connect again.

/** @typedef {import('./messages').Request} Request */
/** @typedef {import('./messages').Refusal} Refusal */

/** A request that the server refused. */
export class Refused extends Error {
    /** @param {Refusal} refusal */
    constructor(refusal) {
        super(refusal.reason);
        this.kind = refusal.kind;
        this.text = refusal.text;
    }
}

const FIRST_WAIT = 500;
const LONGEST_WAIT = 8000;

/**
 * Events: `open`, `away`, `locked` (the server has another key now), `full` (whether it takes no more pages), and `message` with an
 * event of the protocol as detail.
 */
export class Connection extends EventTarget {
    /** @type {WebSocket | null} */
    #socket = null;
    #next = 1;
    #wait = FIRST_WAIT;
    #isOver = false;
    /** @type {Map<number, {resolve: (reply: any) => void, reject: (error: Error) => void}>} */
    #waiting = new Map();

    connect() {
        const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
        const socket = new WebSocket(`${scheme}://${location.host}/table`);
        this.#socket = socket;
        let wasOpen = false;
        socket.onopen = () => {
            wasOpen = true;
            this.#wait = FIRST_WAIT;
            this.dispatchEvent(new Event('open'));
        };
        socket.onmessage = (message) => this.#receive(String(message.data));
        socket.onclose = () => this.#lost(wasOpen);
    }

    get isOpen() {
        return this.#socket?.readyState === WebSocket.OPEN;
    }

    /**
     * Sends a request. The reply is typed by the caller.
     * @param {Request} request
     * @returns {Promise<any>}
     */
    ask(request) {
        const socket = this.#socket;
        if (socket === null || socket.readyState !== WebSocket.OPEN) {
            const reason = 'the server is away';
            return Promise.reject(new Refused({ kind: 'away', reason, text: '' }));
        }
        const id = this.#next;
        this.#next += 1;
        return new Promise((resolve, reject) => {
            this.#waiting.set(id, { resolve, reject });
            socket.send(JSON.stringify({ id, ...request }));
        });
    }

    /** The server ends: there is nothing to connect to again. */
    end() {
        this.#isOver = true;
    }

    /** @param {string} text */
    #receive(text) {
        const message = JSON.parse(text);
        if (typeof message.event === 'string') {
            this.dispatchEvent(new CustomEvent('message', { detail: message }));
            return;
        }
        const waiting = this.#waiting.get(message.re);
        this.#waiting.delete(message.re);
        if (waiting === undefined) {
            return;
        }
        if (message.error !== undefined) {
            waiting.reject(new Refused(message.error));
        } else {
            waiting.resolve(message);
        }
    }

    /**
     * Asks whether the server is there, but takes no request of this page any more, or no more pages.
     * @param {boolean} wasOpen
     */
    async #checkServer(wasOpen) {
        const answer = await fetch('.', { method: 'HEAD', cache: 'no-store' }).catch(() => null);
        if (answer?.status === 401) {
            this.dispatchEvent(new Event('locked'));
        } else {
            this.dispatchEvent(new CustomEvent('full', { detail: answer?.ok === true && !wasOpen }));
        }
    }

    /** @param {boolean} wasOpen */
    #lost(wasOpen) {
        const waiting = [...this.#waiting.values()];
        this.#waiting.clear();
        for (const { reject } of waiting) {
            reject(new Refused({ kind: 'away', reason: 'the server is away', text: '' }));
        }
        this.dispatchEvent(new Event('away'));
        if (this.#isOver) {
            return;
        }
        void this.#checkServer(wasOpen);
        setTimeout(() => this.connect(), this.#wait);
        this.#wait = Math.min(this.#wait * 2, LONGEST_WAIT);
    }
}
