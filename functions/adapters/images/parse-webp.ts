import { brokenPicture } from './refusal.ts';
import { colorsOf } from './color-profile.ts';
import { NO_CAMERA_DATA, parseExif } from './exif.ts';
import { textAt, viewOf } from './bytes.ts';
import { MAX_PARTS, type ParsedPicture } from './parsed-picture.ts';

interface Chunk {
  type: string;
  data: Uint8Array;
}

interface Size {
  width: number;
  height: number;
}

/** RIFF chunks in a region. Chunks are padded to an even length; the padding of the last one may be missing. */
const chunksIn = (bytes: Uint8Array, from: number, until: number): Chunk[] => {
  const view = viewOf(bytes);
  const chunks: Chunk[] = [];
  let at = from;
  while (at + 8 <= until) {
    if (chunks.length > MAX_PARTS) throw brokenPicture('it has too many parts');
    const length = view.getUint32(at + 4, true);
    if (length > until - at - 8) throw brokenPicture('a part is longer than the file');
    chunks.push({ type: textAt(bytes, at, 4), data: bytes.subarray(at + 8, at + 8 + length) });
    at += 8 + length + (length % 2);
  }
  return chunks;
};

const uint24 = (data: Uint8Array, at: number): number =>
  (data[at] ?? 0) | ((data[at + 1] ?? 0) << 8) | ((data[at + 2] ?? 0) << 16);

/** The size from the header of a compressed frame. */
const sizeOfFrame = ({ type, data }: Chunk): Size => {
  const view = viewOf(data);
  if (type === 'VP8L') {
    if (data.byteLength < 5 || data[0] !== 0x2f) throw brokenPicture('its header is damaged');
    const bits = view.getUint32(1, true);
    return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
  }
  if (data.byteLength < 10 || textAt(data, 3, 3) !== '\x9d\x01\x2a' || ((data[0] ?? 1) & 1) !== 0) {
    throw brokenPicture('its header is damaged');
  }
  return { width: view.getUint16(6, true) & 0x3fff, height: view.getUint16(8, true) & 0x3fff };
};

/** The only frame among the chunks, with its separate alpha channel if it has one. */
const stillOf = (chunks: readonly Chunk[]): { frame: Chunk; alpha: Chunk | undefined } => {
  const frames = chunks.filter(({ type }) => type === 'VP8 ' || type === 'VP8L');
  const alphas = chunks.filter(({ type }) => type === 'ALPH');
  const [frame] = frames;
  if (!frame || frames.length > 1 || alphas.length > 1) throw brokenPicture('it does not have exactly one content');
  return { frame, alpha: frame.type === 'VP8 ' ? alphas[0] : undefined };
};

/** Offset of the chunks of a frame within an ANMF chunk. */
const ANIMATION_FRAME_HEADER = 16;

/** Parses a WebP chunk by chunk; an animation is reduced to its first frame. Throws `PictureRefused`. */
export const parseWebp = (bytes: Uint8Array): ParsedPicture => {
  const until = 8 + viewOf(bytes).getUint32(4, true);
  if (bytes.byteLength < 20 || until > bytes.byteLength + 1) throw brokenPicture('it ends too early');
  const chunks = chunksIn(bytes, 12, Math.min(until, bytes.byteLength));
  if (chunks.filter(({ type }) => type === 'VP8X').length > 1) throw brokenPicture('it has two headers');
  const first = chunks.find(({ type }) => type === 'ANMF')?.data;
  const still = stillOf(first ? chunksIn(first, ANIMATION_FRAME_HEADER, first.byteLength) : chunks);
  const size = sizeOfFrame(still.frame);
  if (size.width < 1 || size.height < 1) throw brokenPicture('it has no pixels');
  const extended = chunks[0]?.type === 'VP8X' ? chunks[0].data : undefined;
  if (extended && !first && (uint24(extended, 4) + 1 !== size.width || uint24(extended, 7) + 1 !== size.height)) {
    throw brokenPicture('its parts do not agree on its size');
  }
  const dataOf = (type: string): Uint8Array | undefined => chunks.find((chunk) => chunk.type === type)?.data;
  const exif = dataOf('EXIF');
  const camera = exif ? parseExif(exif) : NO_CAMERA_DATA;
  const conversion = colorsOf(3, dataOf('ICCP'), camera);
  const { orientation } = camera;
  return { type: 'image/webp', ...size, channels: 3, orientation, conversion, bytes: stillFile(still, size) };
};

const chunkBytes = (type: string, data: Uint8Array): Buffer => {
  const head = Buffer.alloc(8);
  head.write(type, 'latin1');
  head.writeUInt32LE(data.byteLength, 4);
  return Buffer.concat([head, data, Buffer.alloc(data.byteLength % 2)]);
};

const HAS_ALPHA = 0x10;

const stillFile = ({ frame, alpha }: { frame: Chunk; alpha: Chunk | undefined }, size: Size): Uint8Array => {
  const header = Buffer.alloc(10);
  header[0] = HAS_ALPHA;
  header.writeUIntLE(size.width - 1, 4, 3);
  header.writeUIntLE(size.height - 1, 7, 3);
  const chunks = Buffer.concat([
    ...(alpha ? [chunkBytes('VP8X', header), chunkBytes('ALPH', alpha.data)] : []),
    chunkBytes(frame.type, frame.data),
  ]);
  const riff = Buffer.from('RIFF\0\0\0\0WEBP', 'latin1');
  riff.writeUInt32LE(4 + chunks.byteLength, 4);
  return Buffer.concat([riff, chunks]);
};
