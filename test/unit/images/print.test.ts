import { describe, expect, it } from 'vitest';
import { printPicture, type PrintTerms } from '../../../functions/adapters/images/print.ts';
import { PictureRefused } from '../../../functions/adapters/images/refusal.ts';
import { parsePicture } from '../../../functions/adapters/images/parse.ts';
import { jpeg, png, pngWithTwoHeaders, webp } from '../../support/pictures.ts';

const LIMITS = { maxSide: 12_000, maxPixels: 40_000_000 };
const TERMS: PrintTerms = {
  ...LIMITS,
  types: ['image/jpeg', 'image/png', 'image/webp'],
  box: { width: 100, height: 100 },
  alpha: 'flatten',
};

const refusal = (bytes: Uint8Array): string => {
  try {
    parsePicture(bytes, LIMITS);
    return 'taken';
  } catch (error) {
    if (error instanceof PictureRefused) return `${error.check}: ${error.message}`;
    throw error;
  }
};

/** A JPEG's segment. */
const segment = (marker: number, ...data: number[]): Buffer =>
  Buffer.from([0xff, marker, (data.length + 2) >> 8, (data.length + 2) & 255, ...data]);
const SOI = Buffer.from([0xff, 0xd8]);
const sized = (width: number, height: number): Buffer =>
  segment(0xc0, 8, height >> 8, height & 255, width >> 8, width & 255, 1, 1, 0x11, 0);

describe('a picture is checked before it is decoded', () => {
  it.each([
    ['JPEG', jpeg()],
    ['PNG', png()],
    ['WebP', webp()],
  ])('%s: a valid picture is accepted', (_name, bytes) => {
    expect(refusal(bytes)).toBe('taken');
  });

  it('a second header, which a decoder might use, is rejected whatever it contains', () => {
    expect(pngWithTwoHeaders()).toHaveLength(46);
    expect(refusal(pngWithTwoHeaders())).toMatch(/^content: .*longer than the file|ends too early/);
    expect(refusal(pngWithTwoHeaders({ whole: true }))).toMatch(/^content: .*IHDR twice/);
    const header = sized(8, 6);
    expect(refusal(Buffer.concat([SOI, header, sized(60_000, 60_000)]))).toMatch(/two headers/);
  });

  it('a picture with too many pixels is refused after reading its header', () => {
    expect(refusal(png({ claimedWidth: 12_001, claimedHeight: 1 }))).toMatch(/^dimensions: .*12001 by 1/);
    expect(refusal(png({ claimedWidth: 8000, claimedHeight: 5001 }))).toMatch(/^dimensions/);
    expect(refusal(Buffer.concat([SOI, sized(60_000, 60_000), segment(0xda, 1, 1, 0, 0, 63, 0)]))).toMatch(
      /^dimensions/,
    );
  });

  it('missing, damaged or unsupported parts are refused', () => {
    const whole = png();
    const flipped = Buffer.from(whole);
    flipped[45] = (flipped[45] ?? 0) ^ 1;
    expect(refusal(flipped)).toMatch(/checksum/);
    expect(refusal(whole.subarray(0, -13))).toMatch(/ends too early|longer/);
    expect(refusal(png({ claimedWidth: 0 }))).toMatch(/no pixels/);
    expect(refusal(Buffer.concat([SOI, Buffer.from([0xff, 0xd9])]))).toMatch(/content/);
    expect(refusal(Buffer.concat([SOI, segment(0xc9, 8, 0, 6, 0, 8, 1, 1, 0x11, 0)]))).toMatch(/kind of JPEG/);
    expect(refusal(webp().subarray(0, 30))).toMatch(/ends too early/);
    expect(refusal(Buffer.from('GIF89a'))).toMatch(/^mime/);
  });

  it('a JPEG with hundreds of scans is refused, because each one requires another decoding pass', () => {
    const scans = Array.from({ length: 100 }, () => segment(0xda, 1, 1, 0, 0, 63, 0));
    expect(refusal(Buffer.concat([SOI, sized(4000, 4000), ...scans]))).toMatch(/too many scans/);
  });

  it('data that is not part of the picture is removed', () => {
    const secret = Buffer.from('GPS 55.6761 N');
    const withText = Buffer.concat([jpeg().subarray(0, 2), segment(0xfe, ...secret), jpeg().subarray(2), secret]);
    expect(Buffer.from(parsePicture(withText, LIMITS).bytes).includes(secret)).toBe(false);
    expect(Buffer.from(parsePicture(Buffer.concat([png(), secret]), LIMITS).bytes).equals(png())).toBe(true);
  });
});

describe('a re-encoded picture', () => {
  it.each([
    ['JPEG', jpeg(), { width: 8, height: 6 }],
    ['PNG', png(), { width: 6, height: 4 }],
    ['WebP', webp(), { width: 8, height: 6 }],
  ])('%s keeps its size when print needs no less', async (_name, bytes, size) => {
    const printed = await printPicture(bytes, TERMS);
    expect(printed).toMatchObject(size);
    expect(parsePicture(printed.bytes, LIMITS)).toMatchObject({ type: printed.mime, ...size });
  });

  it('is scaled to the size that print needs', async () => {
    expect(await printPicture(png({ width: 400, height: 200 }), TERMS)).toMatchObject({ width: 100, height: 50 });
  });

  it('can be re-encoded again with the same size', async () => {
    const { bytes, mime } = await printPicture(webp(), TERMS);
    const again = await printPicture(bytes, { ...TERMS, types: [mime] });
    expect(again).toMatchObject({ width: 8, height: 6 });
  });

  it('with an unsupported type or damaged content is refused', async () => {
    await expect(printPicture(webp(), { ...TERMS, types: ['image/png'] })).rejects.toMatchObject({ check: 'mime' });
    await expect(printPicture(png({ claimedHeight: 9 }), TERMS)).rejects.toMatchObject({ check: 'content' });
  });
});
