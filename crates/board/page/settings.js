// Settings, kept in the browser.

/**
 * @typedef {object} Settings
 * @property {'system' | 'light' | 'dark'} theme
 * @property {boolean} sounds
 * @property {boolean} confirm On touch, a turn waits for *Confirm*.
 * @property {number} lines Lines of an analysis.
 * @property {boolean} arrows Whether the first turns of the analysis are drawn.
 */

const KEY = 'jabberwock';

/** @type {Settings} */
const DEFAULTS = { theme: 'system', sounds: false, confirm: false, lines: 3, arrows: true };

/** @returns {Settings} */
function load() {
    try {
        return { ...DEFAULTS, ...JSON.parse(localStorage.getItem(KEY) ?? '{}') };
    } catch {
        return { ...DEFAULTS };
    }
}

/** @type {Settings} */
export const settings = load();

/**
 * @param {Partial<Settings>} changes
 */
export function changeSettings(changes) {
    Object.assign(settings, changes);
    try {
        localStorage.setItem(KEY, JSON.stringify(settings));
    } catch {
        // Private windows may refuse to store anything; the settings then last as long as the page.
    }
    applyTheme();
}

/** Sets the colours chosen; by default they are the system's. */
export function applyTheme() {
    const isSystemDark = matchMedia('(prefers-color-scheme: dark)').matches;
    const isDark = settings.theme === 'dark' || (settings.theme === 'system' && isSystemDark);
    document.documentElement.dataset.theme = isDark ? 'dark' : 'light';
}

/** @returns {boolean} */
export function reducesMotion() {
    return matchMedia('(prefers-reduced-motion: reduce)').matches;
}
