// The pieces: one sprite for SVG and canvas, and a disc with an initial for what it lacks.

/** @typedef {import('./messages').Layer} Layer */
/** @typedef {import('./messages').Color} Color */
/** @typedef {{path: Path2D, rule: CanvasFillRule, width: number}} Stroke */

const SVG = 'http://www.w3.org/2000/svg';

/** Paths of each symbol, in a grid of 24 units; `width` is 0 for bodies. @type {Map<string, Stroke[]>} */
const symbols = new Map();

/** Fetches the sprite and puts it into the document, once. */
export async function loadPieces() {
    const answer = await fetch('pieces.svg');
    if (!answer.ok) {
        throw new Error(`pieces.svg: ${answer.status}`);
    }
    const text = await answer.text();
    const parsed = new DOMParser().parseFromString(text, 'image/svg+xml').documentElement;
    for (const symbol of parsed.querySelectorAll('symbol')) {
        const strokes = [...symbol.querySelectorAll('path')].map((path) => ({
            path: new Path2D(path.getAttribute('d') ?? ''),
            rule: /** @type {CanvasFillRule} */ (path.getAttribute('fill-rule') ?? 'nonzero'),
            width: Number(path.getAttribute('stroke-width') ?? 0),
        }));
        symbols.set(symbol.id.replace('piece-', ''), strokes);
    }
    const sprite = document.importNode(parsed, true);
    sprite.setAttribute('class', 'sprite');
    sprite.setAttribute('aria-hidden', 'true');
    document.body.append(sprite);
}

/**
 * The symbol of a glyph, if the sprite has one.
 * @param {string} glyph
 * @param {string} [form]
 * @returns {string | null}
 */
export function symbolOf(glyph, form) {
    const exact = form === undefined ? glyph : `${glyph}-${form}`;
    if (symbols.has(exact)) {
        return exact;
    }
    return symbols.has(glyph) ? glyph : null;
}

/**
 * The names of all symbols.
 * @returns {string[]}
 */
export function symbolNames() {
    return [...symbols.keys()];
}

/**
 * An SVG element.
 * @param {string} name
 * @param {Record<string, string | number>} [attributes]
 * @returns {SVGElement}
 */
export function svgElement(name, attributes = {}) {
    const element = document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(attributes)) {
        element.setAttribute(key, String(value));
    }
    return element;
}

/**
 * Says how large a drawing is shown, so that the outlines of small pieces can be seen.
 * @param {SVGElement} svg
 * @param {number} units Its width.
 * @param {number} pixels The same on the screen.
 */
export function setScale(svg, units, pixels) {
    svg.style.setProperty('--unit', String(pixels === 0 ? 1 : units / pixels));
}

/**
 * A piece at `x`, `y` of a drawing, `size` wide.
 * @param {{glyph: string, form?: string, owner?: Color, symbol?: string}} piece
 * @param {number} x
 * @param {number} y
 * @param {number} size
 * @returns {SVGElement}
 */
export function drawPiece(piece, x, y, size) {
    const symbol = symbolOf(piece.glyph, piece.form);
    const kind = `piece ${piece.owner ?? 'nobody'} ${piece.glyph} ${piece.form ?? ''}`.trim();
    if (symbol !== null) {
        const use = svgElement('use', { href: `#piece-${symbol}`, x, y, width: size, height: size, class: kind });
        use.style.setProperty('--size', String(size));
        return use;
    }
    const group = svgElement('g', { class: kind });
    const middle = size / 2;
    group.append(svgElement('circle', { cx: x + middle, cy: y + middle, r: size * 0.4 }));
    const letter = svgElement('text', {
        x: x + middle,
        y: y + size * 0.66,
        'font-size': size * 0.46,
        'text-anchor': 'middle',
        class: 'initial',
    });
    letter.textContent = initial(piece.glyph);
    group.append(letter);
    return group;
}

/**
 * @param {string} glyph
 * @returns {string}
 */
function initial(glyph) {
    return (glyph[0] ?? '?').toUpperCase();
}

/**
 * The state of a mega-piece: a symbol beside it, and a word.
 * @param {string | undefined} form
 * @returns {string | null}
 */
export function stateSymbol(form) {
    return form !== undefined && symbols.has(`state-${form}`) ? `state-${form}` : null;
}

/**
 * Paints a piece on a canvas.
 * @param {CanvasRenderingContext2D} context
 * @param {{glyph: string, form?: string, owner?: Color}} piece
 * @param {number} x
 * @param {number} y
 * @param {number} size
 * @param {{fill: string, line: string}} colors
 */
export function paintPiece(context, piece, x, y, size, colors) {
    const symbol = symbolOf(piece.glyph, piece.form);
    context.save();
    context.translate(x, y);
    context.scale(size / 24, size / 24);
    context.fillStyle = colors.fill;
    context.strokeStyle = colors.line;
    context.lineJoin = 'round';
    context.lineCap = 'round';
    // Half of it lies under the body. Small pieces need the rest whole: three quarters of a pixel.
    const outline = Math.max(1.8, 36 / size);
    if (symbol === null) {
        context.beginPath();
        context.arc(12, 12, 9, 0, 2 * Math.PI);
        context.lineWidth = outline;
        context.stroke();
        context.fill();
        context.fillStyle = colors.line;
        context.font = '600 12px sans-serif';
        context.textAlign = 'center';
        context.fillText(initial(piece.glyph), 12, 16.4);
    }
    for (const stroke of symbol === null ? [] : symbols.get(symbol) ?? []) {
        context.lineWidth = stroke.width === 0 ? outline : stroke.width;
        context.stroke(stroke.path);
        if (stroke.width === 0) {
            context.fill(stroke.path, stroke.rule);
        }
    }
    context.restore();
}
