import { linearLight } from '../../platform/colors.ts';

/** The linear light of each stored value, from 0 to 1. */
export const LIGHT = Float32Array.from({ length: 256 }, (_, value) => linearLight(value));

const STEPS = 4096;
const VALUES = Uint8Array.from({ length: STEPS + 1 }, (_, step) => {
  const light = step / STEPS;
  return Math.round(255 * (light <= 0.0031308 ? light * 12.92 : 1.055 * light ** (1 / 2.4) - 0.055));
});

/** The stored value for linear light, clamped. */
export const valueOfLight = (light: number): number =>
  VALUES[light <= 0 ? 0 : light >= 1 ? STEPS : Math.round(light * STEPS)] ?? 0;
