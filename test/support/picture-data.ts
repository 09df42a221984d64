import { deflateSync } from 'node:zlib';
import { chunk } from './pictures.ts';

/** EXIF data with an orientation and a color space, Adobe RGB or sRGB. */
export const exif = ({ orientation = 1, isAdobeRgb = false, isLittle = true } = {}): Buffer => {
  const bytes = Buffer.alloc(80);
  const short = (value: number, at: number): unknown =>
    isLittle ? bytes.writeUInt16LE(value, at) : bytes.writeUInt16BE(value, at);
  const long = (value: number, at: number): unknown =>
    isLittle ? bytes.writeUInt32LE(value, at) : bytes.writeUInt32BE(value, at);
  const entry = (at: number, tag: number, type: number): void => {
    short(tag, at);
    short(type, at + 2);
    long(1, at + 4);
  };
  bytes.write(isLittle ? 'II' : 'MM', 'latin1');
  short(42, 2);
  long(8, 4);
  short(2, 8);
  entry(10, 0x0112, 3);
  short(orientation, 18);
  entry(22, 0x8769, 4);
  long(40, 30);
  short(1, 40);
  entry(42, 0xa005, 4);
  long(60, 50);
  short(1, 60);
  entry(62, 0x0001, 2);
  bytes.write(isAdobeRgb ? 'R03\0' : 'R98\0', 70, 'latin1');
  return bytes;
};

const fixed = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(Math.round(value * 65_536));
  return bytes;
};
const words = (...values: number[]): Buffer => {
  const bytes = Buffer.alloc(4 * values.length);
  values.forEach((value, at) => bytes.writeUInt32BE(value, 4 * at));
  return bytes;
};
const named = (type: string, ...parts: Buffer[]): Buffer =>
  Buffer.concat([Buffer.from(type, 'latin1'), words(0), ...parts]);

/** A gamma curve of a color profile. */
export const gamma = (value: number): Buffer =>
  named('curv', words(1), Buffer.from([Math.floor(value), Math.round((value % 1) * 256)]));
export const samples = (count: number, lightOf: (share: number) => number): Buffer => {
  const values = Buffer.alloc(2 * count);
  for (let at = 0; at < count; at++) values.writeUInt16BE(Math.round(lightOf(at / (count - 1)) * 65_535), 2 * at);
  return named('curv', words(count), values);
};
/** The curve of sRGB and Display P3, with its five parameters. */
export const SRGB_CURVE = named(
  'para',
  Buffer.from([0, 3, 0, 0]),
  ...[2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045].map(fixed),
);

/** A color profile with the given tags. */
export const profile = (
  space: 'RGB ' | 'GRAY' | 'CMYK',
  tags: Readonly<Record<string, Buffer>>,
  connection = 'XYZ ',
): Buffer => {
  const header = Buffer.alloc(128);
  header.write(`${space}${connection}`, 16, 'latin1');
  const names = Object.keys(tags);
  let at = 132 + 12 * names.length;
  const table = names.map((name) => {
    const entry = Buffer.concat([Buffer.from(name, 'latin1'), words(at, tags[name]?.byteLength ?? 0)]);
    at += tags[name]?.byteLength ?? 0;
    return entry;
  });
  return Buffer.concat([header, words(names.length), ...table, ...Object.values(tags)]);
};

const rgb = (curve: Buffer, ...columns: readonly (readonly number[])[]): Buffer => {
  const [r = [], g = [], b = []] = columns.map((column) => named('XYZ ', ...column.map(fixed)));
  return profile('RGB ', {
    rXYZ: Buffer.from(r),
    gXYZ: Buffer.from(g),
    bXYZ: Buffer.from(b),
    rTRC: curve,
    gTRC: curve,
    bTRC: curve,
  });
};

/** Color profiles of three color spaces, with their primaries adapted to D50. */
export const ADOBE_RGB = rgb(
  gamma(2 + 51 / 256),
  [0.60974, 0.31111, 0.01947],
  [0.20528, 0.62567, 0.06087],
  [0.14919, 0.06322, 0.74457],
);
export const DISPLAY_P3 = rgb(
  SRGB_CURVE,
  [0.51512, 0.2412, -0.00105],
  [0.29198, 0.69225, 0.04189],
  [0.1571, 0.06657, 0.78407],
);
export const SRGB = rgb(
  SRGB_CURVE,
  [0.43607, 0.22249, 0.01392],
  [0.38515, 0.71687, 0.09708],
  [0.14307, 0.06061, 0.7141],
);

const HEADER_END = 33;

/** A PNG with a profile and EXIF data. */
export const pngWith = (png: Buffer, data: { icc?: Buffer; exif?: Buffer }): Buffer =>
  Buffer.concat([
    png.subarray(0, HEADER_END),
    ...(data.icc ? [chunk('iCCP', Buffer.concat([Buffer.from('a\0\0', 'latin1'), deflateSync(data.icc)]))] : []),
    ...(data.exif ? [chunk('eXIf', data.exif)] : []),
    png.subarray(HEADER_END),
  ]);

const segment = (marker: number, data: Buffer): Buffer => {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(data.byteLength + 2);
  return Buffer.concat([Buffer.from([0xff, marker]), length, data]);
};

/** A JPEG with a profile in two segments, the second first, and EXIF data. */
export const jpegWith = (jpeg: Buffer, data: { icc?: Buffer; exif?: Buffer }): Buffer => {
  const part = (number: number, bytes: Buffer): Buffer =>
    segment(0xe2, Buffer.concat([Buffer.from('ICC_PROFILE\0', 'latin1'), Buffer.from([number, 2]), bytes]));
  return Buffer.concat([
    jpeg.subarray(0, 2),
    ...(data.icc ? [part(2, data.icc.subarray(100)), part(1, data.icc.subarray(0, 100))] : []),
    ...(data.exif ? [segment(0xe1, Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), data.exif]))] : []),
    jpeg.subarray(2),
  ]);
};

const riffChunk = (type: string, data: Buffer): Buffer => {
  const length = Buffer.alloc(4);
  length.writeUInt32LE(data.byteLength);
  return Buffer.concat([Buffer.from(type, 'latin1'), length, data, Buffer.alloc(data.byteLength % 2)]);
};

/** A simple WebP converted to an extended one, with a profile and EXIF data. */
export const webpWith = (
  webp: Buffer,
  size: { width: number; height: number },
  data: { icc?: Buffer; exif?: Buffer },
): Buffer => {
  const header = Buffer.alloc(10);
  header.writeUIntLE(size.width - 1, 4, 3);
  header.writeUIntLE(size.height - 1, 7, 3);
  const chunks = Buffer.concat([
    riffChunk('VP8X', header),
    ...(data.icc ? [riffChunk('ICCP', data.icc)] : []),
    webp.subarray(12),
    ...(data.exif ? [riffChunk('EXIF', data.exif)] : []),
  ]);
  const riff = Buffer.from('RIFF\0\0\0\0WEBP', 'latin1');
  riff.writeUInt32LE(4 + chunks.byteLength, 4);
  return Buffer.concat([riff, chunks]);
};
