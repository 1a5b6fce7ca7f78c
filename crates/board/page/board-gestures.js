// Clicks, drags and touches on a board.

/**
 * @typedef {object} GestureHost
 * @property {(x: number, y: number) => string | null} squareOf
 * @property {(square: string) => boolean} canDrag
 * @property {(square: string, pointer: string) => void} press
 * @property {(square: string | null) => void} lift
 * @property {(square: string, pointer: string) => void} begin A drag has begun.
 * @property {(from: string, to: string | null, pointer: string) => void} drop
 * @property {(square: string | null) => void} hover
 * @property {(square: string) => SVGElement} figure
 */

/** Pixels by which a pointer moves before it drags. */
const THRESHOLD = { mouse: 5, touch: 9 };

export class BoardGestures {
    #element;
    #host;
    /** @type {{square: string, x: number, y: number, id: number, pointer: string} | null} */
    #down = null;
    /** @type {HTMLElement | null} */
    #ghost = null;
    /** @type {string | null} */
    #over = null;

    /**
     * @param {HTMLElement} element
     * @param {GestureHost} host
     */
    constructor(element, host) {
        this.#element = element;
        this.#host = host;
        element.addEventListener('pointerdown', (event) => this.#press(event));
        element.addEventListener('pointermove', (event) => this.#move(event));
        element.addEventListener('pointerup', (event) => this.#release(event));
        element.addEventListener('pointercancel', () => this.#cancel());
        element.addEventListener('pointerleave', () => this.#hover(null));
    }

    /** @param {PointerEvent} event */
    #press(event) {
        const square = this.#host.squareOf(event.clientX, event.clientY);
        if (square === null || event.button !== 0 || this.#down !== null) {
            return;
        }
        const pointer = event.pointerType;
        this.#down = { square, x: event.clientX, y: event.clientY, id: event.pointerId, pointer };
        // The release counts wherever it is, or the next press would be taken for its end.
        this.#element.setPointerCapture(event.pointerId);
    }

    /** @param {PointerEvent} event */
    #move(event) {
        const square = this.#host.squareOf(event.clientX, event.clientY);
        const down = this.#down;
        this.#hover(square);
        if (down === null || down.id !== event.pointerId) {
            return;
        }
        const far = Math.hypot(event.clientX - down.x, event.clientY - down.y);
        const threshold = event.pointerType === 'touch' ? THRESHOLD.touch : THRESHOLD.mouse;
        if (this.#ghost === null && far >= threshold && this.#host.canDrag(down.square)) {
            this.#begin(down.square, event);
        }
        this.#place(event);
    }

    /**
     * @param {string} square
     * @param {PointerEvent} event
     */
    #begin(square, event) {
        const ghost = document.createElement('div');
        ghost.className = 'dragged';
        ghost.append(this.#host.figure(square));
        const cell = this.#element.querySelector('[role="gridcell"]');
        const width = cell?.getBoundingClientRect().width ?? 48;
        ghost.style.width = `${width * (event.pointerType === 'touch' ? 1.5 : 1.05)}px`;
        document.body.append(ghost);
        this.#ghost = ghost;
        this.#host.begin(square, event.pointerType);
        this.#host.lift(square);
    }

    /** @param {PointerEvent} event */
    #place(event) {
        if (this.#ghost === null) {
            return;
        }
        const box = this.#ghost.getBoundingClientRect();
        // On touch the piece is shown above the finger.
        const up = event.pointerType === 'touch' ? box.height * 1.1 : box.height / 2;
        this.#ghost.style.transform = `translate(${event.clientX - box.width / 2}px, ${event.clientY - up}px)`;
    }

    /** @param {string | null} square */
    #hover(square) {
        if (square !== this.#over) {
            this.#over = square;
            this.#host.hover(square);
        }
    }

    /** @param {PointerEvent} event */
    #release(event) {
        const down = this.#down;
        if (down === null || down.id !== event.pointerId) {
            return;
        }
        const square = this.#host.squareOf(event.clientX, event.clientY);
        const wasDrag = this.#ghost !== null;
        this.#end();
        if (wasDrag) {
            this.#host.drop(down.square, square === down.square ? null : square, event.pointerType);
        } else if (square === down.square) {
            this.#host.press(square, event.pointerType);
        }
    }

    #cancel() {
        const wasDrag = this.#ghost !== null;
        this.#end();
        if (wasDrag) {
            this.#host.lift(null);
        }
    }

    #end() {
        this.#down = null;
        this.#ghost?.remove();
        this.#ghost = null;
    }
}
