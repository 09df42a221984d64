import { clampChroma, differenceEuclidean, formatHex, modeOklch, modeRgb, useMode, type Oklch } from 'culori/fn';
import { isReadable } from './contrast.ts';

useMode(modeRgb);
const toOklch = useMode(modeOklch);
const difference = differenceEuclidean('oklch');

const STEPS = 500;

const atLightness = (color: Oklch, lightness: number): string =>
  formatHex(clampChroma({ ...color, l: lightness }, 'oklch'));

/**
 * The color of the same hue that is readable on a background and nearest to the given color in OKLCH. Black or white is
 * always readable, so a result always exists.
 */
export const nearestReadable = (foreground: string, background: string): string => {
  const target = toOklch(foreground) as Oklch;
  let best: { color: string; distance: number } | undefined;
  for (let step = 0; step <= STEPS; step++) {
    const color = atLightness(target, step / STEPS);
    if (!isReadable(color, background)) continue;
    const distance = difference(target, toOklch(color) as Oklch);
    if (!best || distance < best.distance) best = { color, distance };
  }
  if (!best) throw new Error(`No color is readable on ${background}`);
  return best.color;
};
