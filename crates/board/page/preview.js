// A small board that shows where a line leads.

import { drawBoard, SIDE } from './board-view.js';
import { Overview } from './overview.js';
import { setScale, svgElement } from './pieces.js';

const WIDTH = 260;

export class Preview {
    #box;
    #svg = svgElement('svg', { class: 'drawing', 'aria-hidden': 'true' });
    #overview = new Overview();
    #game;
    #request = 0;

    /**
     * @param {HTMLElement} box
     * @param {import('./game.js').Game} game
     */
    constructor(box, game) {
        this.#box = box;
        this.#game = game;
        box.append(this.#overview.canvas, this.#svg);
    }

    /**
     * Shows the position after `turns`.
     * @param {string[]} turns
     * @param {number} at
     * @param {HTMLElement} near
     * @param {boolean} flipped
     */
    async show(turns, at, near, flipped) {
        this.#request += 1;
        const request = this.#request;
        try {
            const look = await this.#game.ask({ do: 'after', at, turns });
            if (request !== this.#request) {
                return;
            }
            this.#draw(look.scene, near, flipped);
        } catch {
            this.hide();
        }
    }

    hide() {
        this.#request += 1;
        this.#box.hidden = true;
    }

    /**
     * @param {import('./messages').Scene} scene
     * @param {HTMLElement} near
     * @param {boolean} flipped
     */
    #draw(scene, near, flipped) {
        this.#box.hidden = false;
        drawBoard(this.#svg, { scene, flipped, targets: new Map(), selected: [], takes: [], moves: false, arrows: [], lifted: null });
        setScale(this.#svg, scene.width * SIDE, WIDTH);
        this.#overview.paint(scene, flipped, new Map(), WIDTH);
        const box = near.getBoundingClientRect();
        const height = (WIDTH * scene.height) / scene.width;
        const left = Math.max(8, Math.min(box.left, innerWidth - WIDTH - 12));
        const isBelow = box.bottom + height + 16 < innerHeight;
        this.#box.style.left = `${left}px`;
        this.#box.style.top = `${isBelow ? box.bottom + 6 : Math.max(8, box.top - height - 14)}px`;
        this.#box.style.width = `${WIDTH}px`;
        this.#box.style.height = `${height}px`;
    }
}
