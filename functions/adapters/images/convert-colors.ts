import type { ColorConversion } from './color-profile.ts';
import type { Raster } from './raster.ts';
import { valueOfLight } from './srgb.ts';

type Convert = (rgba: Uint8Array, at: number) => void;

const converterOf = ({ curves: [red, green, blue], matrix }: ColorConversion): Convert => {
  if (!matrix) {
    return (rgba, at) => {
      rgba.fill(valueOfLight(red[rgba[at] ?? 0] ?? 0), at, at + 3);
    };
  }
  const [rr = 0, rg = 0, rb = 0, gr = 0, gg = 0, gb = 0, br = 0, bg = 0, bb = 0] = matrix;
  return (rgba, at) => {
    const r = red[rgba[at] ?? 0] ?? 0;
    const g = green[rgba[at + 1] ?? 0] ?? 0;
    const b = blue[rgba[at + 2] ?? 0] ?? 0;
    rgba[at] = valueOfLight(rr * r + rg * g + rb * b);
    rgba[at + 1] = valueOfLight(gr * r + gg * g + gb * b);
    rgba[at + 2] = valueOfLight(br * r + bg * g + bb * b);
  };
};

/** Sample values per channel for testing a conversion. */
const PROBES = [0, 64, 128, 192, 255];
/** Profiles for sRGB differ by at most this much because of rounding. */
const INVISIBLE = 2;

/** Whether a conversion has no visible effect. Most profiles are for sRGB. */
const isSrgb = (convert: Convert): boolean =>
  PROBES.every((red) =>
    PROBES.every((green) =>
      PROBES.every((blue) => {
        const rgba = Uint8Array.of(red, green, blue, 255);
        convert(rgba, 0);
        return [red, green, blue].every((value, at) => Math.abs((rgba[at] ?? 0) - value) <= INVISIBLE);
      }),
    ),
  );

/** Converts a picture to sRGB in place. Colors outside sRGB are clamped. */
export const convertColors = (raster: Raster, conversion: ColorConversion | undefined): Raster => {
  if (!conversion) return raster;
  const convert = converterOf(conversion);
  const isGray = conversion.matrix === undefined;
  if (!isGray && isSrgb(convert)) return raster;
  for (let at = 0; at < raster.rgba.length; at += 4) convert(raster.rgba, at);
  return raster;
};
