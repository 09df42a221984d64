import { deflateSync } from 'node:zlib';
import UPNG from '@cantoo/pdf-lib/upng';

/** Pixels as a PDF stores them: a Flate stream of rows, each with the number of its PNG filter. */
interface PixelStream {
  bytes: Uint8Array;
  /** Bytes per pixel: 3 for colors, 1 for transparency. */
  channels: 1 | 3;
}

/** A PNG that can be embedded in a PDF without decoding. */
export interface PreparedPicture {
  width: number;
  height: number;
  colors: PixelStream;
  /** Absent if every pixel is opaque. */
  alpha?: PixelStream;
}

/** Separates colors and transparency of a PNG and compresses both. It is slow, so do it once per picture. */
export const preparePng = (png: Uint8Array): PreparedPicture => {
  const image = UPNG.decode(new Uint8Array(png).buffer);
  const [frame] = UPNG.toRGBA8(image);
  if (!frame) throw new Error('The picture has no frame');
  const { width, height } = image;
  const rgba = new Uint8Array(frame);
  const stream = (channels: 1 | 3, from: number): PixelStream => ({
    bytes: deflateSync(filteredRows(rgba, { width, height, channels, from })),
    channels,
  });
  const isOpaque = rgba.every((value, at) => at % 4 !== 3 || value === 255);
  return { width, height, colors: stream(3, 0), ...(isOpaque ? {} : { alpha: stream(1, 3) }) };
};

/** The PNG filter for rows that store the difference from the row above. */
const FILTER_UP = 2;

interface RowLayout {
  width: number;
  height: number;
  channels: number;
  /** Index of the first byte, among the four bytes of a pixel, that belongs to the stream. */
  from: number;
}

const filteredRows = (rgba: Uint8Array, { width, height, channels, from }: RowLayout): Uint8Array => {
  const rows = new Uint8Array(height * (1 + width * channels));
  let at = 0;
  for (let y = 0; y < height; y++) {
    rows[at++] = FILTER_UP;
    for (let x = 0; x < width; x++) {
      const pixel = (y * width + x) * 4 + from;
      for (let channel = 0; channel < channels; channel++) {
        const above = y === 0 ? 0 : (rgba[pixel + channel - width * 4] ?? 0);
        rows[at++] = (rgba[pixel + channel] ?? 0) - above;
      }
    }
  }
  return rows;
};

const LENGTH_BYTES = 4;

/** A prepared picture as one object: the length of a JSON header, the header, and the streams. */
export const packPrepared = ({ width, height, colors, alpha }: PreparedPicture): Uint8Array => {
  const head = Buffer.from(JSON.stringify({ width, height, colors: colors.bytes.length, alpha: alpha?.bytes.length }));
  const length = Buffer.alloc(LENGTH_BYTES);
  length.writeUInt32BE(head.length);
  return Buffer.concat([length, head, colors.bytes, ...(alpha ? [alpha.bytes] : [])]);
};

interface PackedHead {
  width: number;
  height: number;
  /** Lengths of the streams in bytes. */
  colors: number;
  alpha?: number;
}

export const unpackPrepared = (packed: Uint8Array): PreparedPicture => {
  const bytes = Buffer.from(packed.buffer, packed.byteOffset, packed.byteLength);
  const end = LENGTH_BYTES + bytes.readUInt32BE();
  const { width, height, colors, alpha } = JSON.parse(bytes.toString('utf8', LENGTH_BYTES, end)) as PackedHead;
  const after = end + colors;
  return {
    width,
    height,
    colors: { bytes: bytes.subarray(end, after), channels: 3 },
    ...(alpha === undefined ? {} : { alpha: { bytes: bytes.subarray(after, after + alpha), channels: 1 } }),
  };
};
