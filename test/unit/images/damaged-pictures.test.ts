import { expect, test } from 'vitest';
import { printPicture, type PrintTerms } from '../../../functions/adapters/images/print.ts';
import { chunk, jpeg, png } from '../../support/pictures.ts';

const TERMS: PrintTerms = {
  types: ['image/jpeg', 'image/png', 'image/webp'],
  box: { width: 100, height: 100 },
  alpha: 'keep',
  maxSide: 1000,
  maxPixels: 1_000_000,
};

/** The picture with its compressed content replaced. */
const damagedPng = (): Buffer => {
  const head = png().subarray(0, 33);
  return Buffer.concat([head, chunk('IDAT', Buffer.from('no content')), chunk('IEND', Buffer.alloc(0))]);
};

/** The picture with an invalid table of codes (segment DHT). */
const damagedJpeg = (): Buffer => {
  const bytes = Buffer.from(jpeg());
  return bytes.fill(0xff, bytes.indexOf(Buffer.of(0xff, 0xc4)) + 5, bytes.indexOf(Buffer.of(0xff, 0xc4)) + 12);
};

// If each damaged picture leaked memory, about 750 PNG or 10 JPEG files would exhaust that of the codec.
test.each([
  ['PNG', png(), 1000, damagedPng()],
  ['JPEG', Buffer.from(jpeg()), 50, damagedJpeg()],
])('%s pictures are printed after many damaged ones', async (_, whole, times, damaged) => {
  const { width } = await printPicture(whole, TERMS);
  for (let count = 0; count < times; count++) {
    await expect(printPicture(damaged, TERMS)).rejects.toThrow('its content is damaged');
  }
  expect((await printPicture(whole, TERMS)).width).toBe(width);
});
