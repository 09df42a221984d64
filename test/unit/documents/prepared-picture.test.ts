import { inflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { packPrepared, preparePng, unpackPrepared } from '../../../functions/adapters/pdf/prepared-picture.ts';
import { png } from '../../support/pictures.ts';
import UPNG from '@cantoo/pdf-lib/upng';

/** The pixels of a stream, with the row filters undone. */
const pixelsOf = ({ bytes, channels }: { bytes: Uint8Array; channels: number }, width: number): Uint8Array => {
  const rows = inflateSync(bytes);
  const row = width * channels;
  const pixels = new Uint8Array((rows.length / (row + 1)) * row);
  for (let at = 0; at < pixels.length; at++) {
    const y = Math.floor(at / row);
    expect(rows[y * (row + 1)]).toBe(2);
    pixels[at] = (rows[y * (row + 1) + 1 + (at % row)] ?? 0) + (y === 0 ? 0 : (pixels[at - row] ?? 0));
  }
  return pixels;
};

const rgbaOf = (bytes: Uint8Array): Uint8Array => {
  const [frame] = UPNG.toRGBA8(UPNG.decode(new Uint8Array(bytes).buffer));
  return new Uint8Array(frame ?? new ArrayBuffer(0));
};

describe('a PNG prepared for print', () => {
  it.each([
    ['opaque', png({ width: 31, height: 17 })],
    ['of one pixel', png({ width: 1, height: 1 })],
  ])('has the same colors and no transparency (%s)', (_, bytes) => {
    const prepared = preparePng(bytes);
    const rgba = rgbaOf(bytes);
    const colors = pixelsOf(prepared.colors, prepared.width);
    expect([...colors]).toEqual([...rgba].filter((_value, at) => at % 4 !== 3));
    expect(prepared.alpha).toBeUndefined();
  });

  it('stores transparency separately', () => {
    const rgba = new Uint8Array(4 * 3 * 4).map((_, at) => (at * 37) % 256);
    const bytes = new Uint8Array(UPNG.encode([rgba.buffer], 4, 3, 0));
    const prepared = preparePng(bytes);
    expect(prepared.alpha && [...pixelsOf(prepared.alpha, 4)]).toEqual(
      [...rgbaOf(bytes)].filter((_, at) => at % 4 === 3),
    );
  });

  it('is the same after storage', () => {
    const prepared = preparePng(png({ width: 12, height: 9 }));
    const unpacked = unpackPrepared(packPrepared(prepared));
    expect({ ...unpacked, colors: [...unpacked.colors.bytes] }).toEqual({
      ...prepared,
      colors: [...prepared.colors.bytes],
    });
  });
});
