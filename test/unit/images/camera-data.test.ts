import { describe, expect, it } from 'vitest';
import { decoderOf, encodeJpeg } from '../../../functions/adapters/images/codecs.ts';
import { parsePicture } from '../../../functions/adapters/images/parse.ts';
import { printPicture, type PrintTerms } from '../../../functions/adapters/images/print.ts';
import type { Raster } from '../../../functions/adapters/images/raster.ts';
import {
  ADOBE_RGB,
  DISPLAY_P3,
  exif,
  gamma,
  jpegWith,
  pngWith,
  profile,
  samples,
  SRGB,
  SRGB_CURVE,
  webpWith,
} from '../../support/picture-data.ts';
import { greyPng, jpeg, pngOfPixels, webp } from '../../support/pictures.ts';

const LIMITS = { maxSide: 12_000, maxPixels: 40_000_000 };
const TERMS: PrintTerms = {
  ...LIMITS,
  types: ['image/jpeg', 'image/png', 'image/webp'],
  box: { width: 100, height: 100 },
  alpha: 'flatten',
  prefers: 'png',
};

const decoded = async (bytes: Uint8Array): Promise<Raster> => (await decoderOf(parsePicture(bytes, LIMITS)))();
const pixel = ({ rgba }: Raster, at = 0): number[] => [...rgba.subarray(at * 4, at * 4 + 3)];
const plain = (...rgb: number[]): Raster => {
  const rgba = new Uint8Array(16 * 16 * 4);
  for (let at = 0; at < rgba.length; at += 4) rgba.set([...rgb, 255], at);
  return { width: 16, height: 16, rgba };
};
const plainPng = (...rgb: number[]): Buffer => pngOfPixels(plain(...rgb).rgba, 16, 16);
const near = (actual: number[], expected: number[], by = 2): void => {
  actual.forEach((value, at) => expect(Math.abs(value - (expected[at] ?? 0)), `${actual}`).toBeLessThanOrEqual(by));
};

describe('orientation', () => {
  const twoPixels = pngOfPixels(Uint8Array.of(255, 0, 0, 255, 0, 0, 255, 255), 2, 1);

  it.each([
    [1, [2, 1], [255, 0, 0]],
    [2, [2, 1], [0, 0, 255]],
    [3, [2, 1], [0, 0, 255]],
    [6, [1, 2], [255, 0, 0]],
    [8, [1, 2], [0, 0, 255]],
  ])('%i rotates a PNG', async (orientation, [width, height], first) => {
    for (const isLittle of [true, false]) {
      const printed = await printPicture(pngWith(twoPixels, { exif: exif({ orientation, isLittle }) }), TERMS);
      expect(printed).toMatchObject({ width, height });
      expect(pixel(await decoded(printed.bytes))).toEqual(first);
    }
  });

  it('rotates WebP and JPEG too', async () => {
    const turned = { exif: exif({ orientation: 6 }) };
    const size = { width: 8, height: 6 };
    expect(await printPicture(webpWith(webp(), size, turned), TERMS)).toMatchObject({ width: 6, height: 8 });
    expect(await printPicture(jpegWith(jpeg(), turned), TERMS)).toMatchObject({ width: 6, height: 8 });
  });

  it('is ignored when it is damaged', async () => {
    for (const damaged of [exif({ orientation: 9 }), exif({ orientation: 6 }).subarray(0, 12), Buffer.from('II')]) {
      expect(await printPicture(pngWith(twoPixels, { exif: damaged }), TERMS)).toMatchObject({ width: 2, height: 1 });
    }
  });
});

describe('a color profile', () => {
  // The expected values were computed independently from the chromaticities of both standards.
  it.each([
    ['Adobe RGB', ADOBE_RGB, [128, 128, 128], [129, 129, 129]],
    ['Adobe RGB', ADOBE_RGB, [200, 100, 50], [227, 100, 42]],
    ['Adobe RGB', ADOBE_RGB, [0, 255, 0], [0, 255, 0]],
    ['Display P3', DISPLAY_P3, [200, 100, 50], [215, 93, 31]],
    ['Display P3', DISPLAY_P3, [255, 0, 0], [255, 0, 0]],
    ['Display P3', DISPLAY_P3, [255, 255, 255], [255, 255, 255]],
  ])('of %s becomes sRGB', async (_name, icc, rgb, expected) => {
    near(pixel(await decoded(pngWith(plainPng(...rgb), { icc }))), expected);
    const asJpeg = Buffer.from(await encodeJpeg(plain(...rgb)));
    near(pixel(await decoded(jpegWith(asJpeg, { icc }))), expected, 4);
  });

  it('of a WebP becomes sRGB', async () => {
    const size = { width: 8, height: 6 };
    const before = pixel(await decoded(webp()));
    expect(pixel(await decoded(webpWith(webp(), size, { icc: SRGB })))).toEqual(before);
    expect(pixel(await decoded(webpWith(webp(), size, { icc: ADOBE_RGB })))).not.toEqual(before);
  });

  it('does not change a picture when it is sRGB or unreadable', async () => {
    const tables = profile('RGB ', { A2B0: gamma(1) }, 'Lab ');
    for (const icc of [SRGB, tables, profile('CMYK', {}), SRGB.subarray(0, 150), profile('GRAY', { kTRC: gamma(1) })]) {
      expect(pixel(await decoded(pngWith(plainPng(200, 100, 50), { icc })))).toEqual([200, 100, 50]);
    }
  });

  it('is applied when a camera specifies it without embedding it', async () => {
    near(pixel(await decoded(pngWith(plainPng(200, 100, 50), { exif: exif({ isAdobeRgb: true }) }))), [227, 100, 42]);
    const both = { exif: exif({ isAdobeRgb: true }), icc: SRGB };
    expect(pixel(await decoded(pngWith(plainPng(200, 100, 50), both)))).toEqual([200, 100, 50]);
  });

  it.each([
    ['a gamma value', gamma(1), 'XYZ ', 188],
    ['samples', samples(256, (share) => share), 'XYZ ', 188],
    ['the curve of sRGB', SRGB_CURVE, 'XYZ ', 128],
    ['lightness', gamma(1), 'Lab ', 119],
  ])('is applied when it is grayscale: %s', async (_name, kTRC, connection, expected) => {
    const icc = profile('GRAY', { kTRC }, connection);
    near(pixel(await decoded(pngWith(greyPng(128), { icc }))), [expected, expected, expected]);
    // A color profile does not apply to a gray picture.
    expect(pixel(await decoded(pngWith(greyPng(128), { icc: ADOBE_RGB })))).toEqual([128, 128, 128]);
  });
});
