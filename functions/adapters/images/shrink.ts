import type { Raster } from './raster.ts';
import { LIGHT, valueOfLight } from './srgb.ts';

/**
 * For each source position, the target position where it begins and the share of it that falls there. The rest falls
 * into the next target position.
 */
const shares = (from: number, to: number): { target: Uint32Array; share: Float32Array } => {
  const target = new Uint32Array(from);
  const share = new Float32Array(from);
  for (let at = 0; at < from; at++) {
    const begin = (at * to) / from;
    const end = ((at + 1) * to) / from;
    target[at] = Math.min(to - 1, Math.floor(begin));
    share[at] = Math.min(1, (Math.floor(begin) + 1 - begin) / (end - begin));
  }
  return { target, share };
};

/**
 * Scales a picture down: each pixel is the mean light of its source area. Apart from the result, it needs memory for a
 * few rows only.
 */
export const downscale = (picture: Raster, width: number, height: number): Raster => {
  const rgba = new Uint8Array(width * height * 4);
  const columns = shares(picture.width, width);
  const rows = shares(picture.height, height);
  let sums = new Float32Array((width + 1) * 4);
  let next = new Float32Array((width + 1) * 4);
  const row = new Float32Array((width + 1) * 4);
  const area = (picture.width / width) * (picture.height / height);
  for (let y = 0; y < picture.height; y++) {
    addRow(picture, y, columns, row);
    const [at, share] = [rows.target[y] ?? 0, rows.share[y] ?? 1];
    for (let each = 0; each < width * 4; each++) {
      const sum = row[each] ?? 0;
      sums[each] = (sums[each] ?? 0) + sum * share;
      next[each] = (next[each] ?? 0) + sum * (1 - share);
    }
    if (y + 1 < picture.height && rows.target[y + 1] === at) continue;
    writeRow(sums, rgba, at * width * 4, area);
    [sums, next] = [next, sums.fill(0)];
  }
  return { width, height, rgba };
};

/** Adds one source row to the columns of the result, weighted by alpha. */
const addRow = (
  { width, rgba }: Raster,
  y: number,
  { target, share }: ReturnType<typeof shares>,
  row: Float32Array,
): void => {
  row.fill(0);
  for (let x = 0; x < width; x++) {
    const from = (y * width + x) * 4;
    const to = (target[x] ?? 0) * 4;
    const alpha = (rgba[from + 3] ?? 0) / 255;
    const part = share[x] ?? 1;
    for (let channel = 0; channel < 4; channel++) {
      const light = channel === 3 ? alpha : (LIGHT[rgba[from + channel] ?? 0] ?? 0) * alpha;
      row[to + channel] = (row[to + channel] ?? 0) + light * part;
      row[to + 4 + channel] = (row[to + 4 + channel] ?? 0) + light * (1 - part);
    }
  }
};

const writeRow = (sums: Float32Array, rgba: Uint8Array, offset: number, area: number): void => {
  for (let at = 0; at + 4 < sums.length; at += 4) {
    const alpha = sums[at + 3] ?? 0;
    for (let channel = 0; channel < 3; channel++) {
      const light = alpha > 0 ? Math.min(1, (sums[at + channel] ?? 0) / alpha) : 0;
      rgba[offset + at + channel] = valueOfLight(light);
    }
    rgba[offset + at + 3] = Math.min(255, Math.round((alpha / area) * 255));
  }
};

const SAMPLES = 20_000;
const GRAPHIC_MAX_COLORS = 2_000;

/** Whether a picture is a graphic rather than a photograph, judged by the number of colors in a sample. */
export const hasFewColors = ({ width, height, rgba }: Raster): boolean => {
  const pixels = width * height;
  const step = Math.max(1, Math.floor(pixels / SAMPLES));
  const colors = new Set<number>();
  for (let pixel = 0; pixel < pixels; pixel += step) {
    const at = pixel * 4;
    colors.add(((rgba[at] ?? 0) << 16) | ((rgba[at + 1] ?? 0) << 8) | (rgba[at + 2] ?? 0));
    if (colors.size > GRAPHIC_MAX_COLORS) return false;
  }
  return true;
};
