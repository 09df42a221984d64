import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import { measurePicture } from '../../../functions/adapters/images/measure.ts';
import { flattened } from '../../../functions/adapters/images/raster.ts';
import { decodeWebp } from '../../../functions/adapters/images/webp.ts';
import { jpeg, png, webp } from '../../support/pictures.ts';

const decoder = () => readFileSync(createRequire(import.meta.url).resolve('@jsquash/webp/codec/dec/webp_dec.wasm'));

describe('pictures', () => {
  it('are measured from their header', () => {
    expect(measurePicture(jpeg())).toEqual({ width: 8, height: 6, orientation: 1 });
    expect(measurePicture(png({ width: 9, height: 5 }))).toEqual({ width: 9, height: 5, orientation: 1 });
    expect(measurePicture(webp())).toEqual({ width: 8, height: 6, orientation: 1 });
    expect(measurePicture(Buffer.from('nothing of the kind'))).toBeUndefined();
  });

  it('in WebP are decoded, top row red and bottom row blue', async () => {
    const { width, height, rgba } = await decodeWebp(webp(), decoder);
    expect([width, height, rgba.byteLength]).toEqual([8, 6, 8 * 6 * 4]);
    expect(rgba[0]).toBeGreaterThan(180);
    expect(rgba[rgba.byteLength - 2]).toBeGreaterThan(180);
    await expect(decodeWebp(new Uint8Array([1, 2, 3]), decoder)).rejects.toThrow();
  });

  it('that are transparent stand on white, and large ones are shrunk by the mean', () => {
    const rgba = new Uint8Array([0, 0, 0, 255, 255, 255, 255, 255, 9, 9, 9, 0, 9, 9, 9, 0]);
    expect([...flattened({ width: 2, height: 2, rgba }, 2).rgb]).toEqual([0, 0, 0, ...Array<number>(9).fill(255)]);
    expect(flattened({ width: 2, height: 2, rgba }, 1)).toEqual({
      width: 1,
      height: 1,
      rgb: new Uint8Array([191, 191, 191]),
    });
  });
});
