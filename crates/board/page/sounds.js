// Sounds, made by WebAudio; off until switched on.

import { settings } from './settings.js';

/** @type {AudioContext | null} */
let audio = null;

/** Frequencies in hertz, and seconds. @type {Record<string, [number[], number]>} */
const SOUNDS = {
    turn: [[330], 0.07],
    capture: [[220, 165], 0.09],
    check: [[520, 660], 0.12],
    end: [[392, 494, 587], 0.22],
};

/**
 * @param {'turn' | 'capture' | 'check' | 'end'} name
 */
export function sound(name) {
    if (!settings.sounds) {
        return;
    }
    audio ??= new AudioContext();
    const [frequencies, seconds] = SOUNDS[name];
    frequencies.forEach((frequency, index) => {
        if (audio === null) {
            return;
        }
        const start = audio.currentTime + index * seconds * 0.7;
        const oscillator = audio.createOscillator();
        const gain = audio.createGain();
        oscillator.type = 'triangle';
        oscillator.frequency.value = frequency;
        gain.gain.setValueAtTime(0.16, start);
        gain.gain.exponentialRampToValueAtTime(0.001, start + seconds);
        oscillator.connect(gain).connect(audio.destination);
        oscillator.start(start);
        oscillator.stop(start + seconds);
    });
}
