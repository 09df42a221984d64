import { randomFillSync } from 'node:crypto';
import { crc32, deflateSync } from 'node:zlib';

/* Small real pictures, generated or inline so that tests need no files. */

/** A chunk of a PNG. */
export const chunk = (type: string, data: Uint8Array): Buffer => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.byteLength);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
};

interface PngOptions {
  width?: number;
  height?: number;
  /** Gives every pixel a random color, so that the picture does not compress. */
  noise?: boolean;
  /** False dimensions in the header. */
  claimedWidth?: number;
  claimedHeight?: number;
}

const GREY = 0;
const RGB = 2;
const RGBA = 6;

/** A PNG file from rows, each with its filter number. */
const pngFile = (
  width: number,
  height: number,
  colours: typeof GREY | typeof RGB | typeof RGBA,
  rows: Uint8Array,
): Buffer => {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, colours, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
};

/** A PNG of the pixels of a picture, four bytes each. */
export const pngOfPixels = (rgba: Uint8Array, width: number, height: number): Buffer => {
  const rows = Buffer.alloc(height * (1 + width * 4));
  for (let y = 0; y < height; y++) rows.set(rgba.subarray(y * width * 4, (y + 1) * width * 4), y * (1 + width * 4) + 1);
  return pngFile(width, height, RGBA, rows);
};

/** A gray PNG of 4 by 4 pixels with one value. */
export const greyPng = (value: number): Buffer =>
  pngFile(4, 4, GREY, Buffer.concat(Array.from({ length: 4 }, () => Buffer.from([0, value, value, value, value]))));

/** A PNG whose red varies by column and whose blue varies by row. */
export const png = ({ width = 6, height = 4, noise, claimedWidth, claimedHeight }: PngOptions = {}): Buffer => {
  const rows = Buffer.alloc(height * (1 + width * 3));
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) rows.set([(x * 37) % 256, 120, (y * 53) % 256], y * (1 + width * 3) + 1 + x * 3);
  }
  if (noise) for (let y = 0; y < height; y++) randomFillSync(rows, y * (1 + width * 3) + 1, width * 3);
  return pngFile(claimedWidth ?? width, claimedHeight ?? height, RGB, rows);
};

/**
 * A PNG with two headers, a small one and a gigantic one. By default it ends inside the second header after 46 bytes,
 * like known malicious files; with `whole`, every chunk is well-formed.
 */
export const pngWithTwoHeaders = ({ whole = false }: { whole?: boolean } = {}): Buffer => {
  const header = (side: number): Buffer => {
    const data = Buffer.alloc(13);
    data.writeUInt32BE(side, 0);
    data.writeUInt32BE(side, 4);
    data.set([8, 6, 0, 0, 0], 8);
    return chunk('IHDR', data);
  };
  const begun = Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), header(1), header(60_000)]);
  return whole ? Buffer.concat([begun, png().subarray(33)]) : begun.subarray(0, 46);
};

/** A JPEG of 8 by 6 pixels, from red to blue. */
const JPEG =
  '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAA0JCgsKCA0LCgsODg0PEyAVExISEyccHhcgLikxMC4pLSwzOko+MzZGNywtQFdBRkxOUlNSMj5aYVpQYEpRUk//2wBDAQ4ODhMREyYVFSZPNS01T09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT0//wAARCAAGAAgDASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAb/xAAXEAEAAwAAAAAAAAAAAAAAAAAAAhRh/8QAFQEBAQAAAAAAAAAAAAAAAAAABAb/xAAZEQACAwEAAAAAAAAAAAAAAAAAAQQVUlP/2gAMAwEAAhEDEQA/AI27PQFhWROaE2MrbP/Z';
const WEBP =
  'UklGRkwAAABXRUJQVlA4IEAAAADwAgCdASoIAAYAAgA0JagCdLcAlgH8AwgD9AAOzW4ecAD++G2JpLfx/5xwGH/ForH/7ZP/eM/+IwWA9d2xAAAA';

export const jpeg = (): Buffer => Buffer.from(JPEG, 'base64');
export const webp = (): Buffer => Buffer.from(WEBP, 'base64');
