import { describe, expect, it } from 'vitest';
import { measurePicture } from '../../../functions/adapters/images/measure.ts';
import { onWhite, upright, type Raster } from '../../../functions/adapters/images/raster.ts';
import { hasFewColors, downscale } from '../../../functions/adapters/images/shrink.ts';
import { jpeg, png, webp } from '../../support/pictures.ts';

/** One letter per pixel, in the red channel. */
const lettered = (rows: readonly string[]): Raster => {
  const width = rows[0]?.length ?? 0;
  const pixels = [...rows.join('')].flatMap((letter) => [letter.charCodeAt(0), 0, 0, 255]);
  return { width, height: rows.length, rgba: new Uint8Array(pixels) };
};

const lettersOf = ({ width, height, rgba }: Raster): string[] =>
  Array.from({ length: height }, (_, y) =>
    Array.from({ length: width }, (__, x) => String.fromCharCode(rgba[(y * width + x) * 4] ?? 0)).join(''),
  );

describe('pictures', () => {
  it('are measured from their header', () => {
    expect(measurePicture(jpeg())).toEqual({ width: 8, height: 6 });
    expect(measurePicture(png({ width: 9, height: 5 }))).toEqual({ width: 9, height: 5 });
    expect(measurePicture(webp())).toEqual({ width: 8, height: 6 });
    expect(measurePicture(Buffer.from('nothing of the kind'))).toBeUndefined();
  });

  it('are upright for every orientation', () => {
    const stored = lettered(['abc', 'def']);
    const seen = [1, 2, 3, 4, 5, 6, 7, 8].map((orientation) => lettersOf(upright(stored, orientation)).join('/'));
    expect(seen).toEqual(['abc/def', 'cba/fed', 'fed/cba', 'def/abc', 'ad/be/cf', 'da/eb/fc', 'fc/eb/da', 'cf/be/ad']);
  });

  it('have a white background where they are transparent', () => {
    const rgba = new Uint8Array([0, 0, 0, 255, 9, 9, 9, 0, 0, 0, 0, 128]);
    expect([...onWhite({ width: 3, height: 1, rgba }).rgba]).toEqual([
      0, 0, 0, 255, 255, 255, 255, 255, 127, 127, 127, 255,
    ]);
  });

  it('are downscaled by mean light, ignoring transparent pixels', () => {
    const chequered = new Uint8Array([0, 0, 0, 255, 255, 255, 255, 255, 255, 255, 255, 255, 0, 0, 0, 255]);
    // The mean of black and white in linear light is brighter than the mean of the stored values.
    expect([...downscale({ width: 2, height: 2, rgba: chequered }, 1, 1).rgba]).toEqual([188, 188, 188, 255]);
    const halfThere = new Uint8Array([200, 10, 10, 255, 0, 255, 0, 0]);
    expect([...downscale({ width: 2, height: 1, rgba: halfThere }, 1, 1).rgba]).toEqual([200, 10, 10, 128]);
  });

  it('keep their colors when they are downscaled to a size that is not a divisor', () => {
    const width = 37;
    const height = 23;
    const rgba = new Uint8Array(width * height * 4).map((_, at) => [80, 140, 200, 255][at % 4] ?? 0);
    const small = downscale({ width, height, rgba }, 10, 7);
    expect(small.rgba).toHaveLength(10 * 7 * 4);
    for (const [at, value] of small.rgba.entries()) {
      expect(Math.abs(value - ([80, 140, 200, 255][at % 4] ?? 0))).toBeLessThanOrEqual(1);
    }
  });

  it('are classified as drawings or photographs by their number of colors', () => {
    const width = 100;
    // Each pixel has its index as its color.
    const rgba = new Uint8Array(Uint32Array.from({ length: width * width }, (_, pixel) => pixel * 257).buffer);
    expect(hasFewColors({ width, height: width, rgba })).toBe(false);
    expect(hasFewColors({ width, height: width, rgba: rgba.map((value) => value & 0x80) })).toBe(true);
  });
});
