import { crc32, inflateSync } from 'node:zlib';
import { brokenPicture } from './refusal.ts';
import { colorsOf } from './color-profile.ts';
import { NO_CAMERA_DATA, parseExif, type CameraData } from './exif.ts';
import { textAt, viewOf } from './bytes.ts';
import { MAX_PARTS, type ParsedPicture } from './parsed-picture.ts';

const SIGNATURE_BYTES = 8;
/** Number of bytes of the length, the type and the checksum of a chunk. */
const CHUNK_OVERHEAD = 12;

/** Chunks that a decoder needs. All other optional chunks, such as texts, profiles and further frames, are dropped. */
const KEPT = new Set(['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND']);

const DEPTHS: Readonly<Record<number, readonly number[]>> = {
  0: [1, 2, 4, 8, 16],
  2: [8, 16],
  3: [1, 2, 4, 8],
  4: [8, 16],
  6: [8, 16],
};

/** Color types for grayscale. */
const GRAY = new Set([0, 4]);

interface Chunk {
  type: string;
  data: Uint8Array;
  whole: Uint8Array;
}

const chunkAt = (bytes: Uint8Array, at: number): Chunk => {
  const view = viewOf(bytes);
  if (at + CHUNK_OVERHEAD > bytes.byteLength) throw brokenPicture('it ends too early');
  const length = view.getUint32(at);
  if (length > bytes.byteLength - at - CHUNK_OVERHEAD) throw brokenPicture('a part is longer than the file');
  const named = bytes.subarray(at + 4, at + 8 + length);
  if (crc32(named) !== view.getUint32(at + 8 + length)) throw brokenPicture('the checksum of a part is wrong');
  return {
    type: textAt(bytes, at + 4, 4),
    data: named.subarray(4),
    whole: bytes.subarray(at, at + CHUNK_OVERHEAD + length),
  };
};

/** Validates the header. */
const readHeader = ({ data }: Chunk): { width: number; height: number; colorType: number } => {
  if (data.byteLength !== 13) throw brokenPicture('its header has a wrong length');
  const view = viewOf(data);
  const [width, height] = [view.getUint32(0), view.getUint32(4)];
  const [depth = 0, colorType = 0, compression, filter, interlace = 0] = data.subarray(8);
  if (width < 1 || height < 1) throw brokenPicture('it has no pixels');
  if (!DEPTHS[colorType]?.includes(depth) || compression !== 0 || filter !== 0 || interlace > 1) {
    throw brokenPicture('its header names a format that does not exist');
  }
  return { width, height, colorType };
};

/** Parses a PNG chunk by chunk. Throws `PictureRefused`. */
export const parsePng = (bytes: Uint8Array): ParsedPicture => {
  const kept: Uint8Array[] = [bytes.subarray(0, SIGNATURE_BYTES)];
  const first = chunkAt(bytes, SIGNATURE_BYTES);
  if (first.type !== 'IHDR') throw brokenPicture('it does not begin with its header');
  const { width, height, colorType } = readHeader(first);
  const seenTypes = new Set<string>();
  let camera: CameraData | undefined;
  let profile: Uint8Array | undefined;
  let previous = '';
  let at = SIGNATURE_BYTES;
  for (let parts = 0; previous !== 'IEND'; parts++) {
    if (parts > MAX_PARTS) throw brokenPicture('it has too many parts');
    const chunk = chunkAt(bytes, at);
    at += chunk.whole.byteLength;
    checkOrder(chunk, seenTypes, previous, colorType);
    seenTypes.add(chunk.type);
    previous = chunk.type;
    if (KEPT.has(chunk.type)) kept.push(chunk.whole);
    // An EXIF chunk may come after the pixels. Only the first one is used.
    if (chunk.type === 'eXIf') camera ??= parseExif(chunk.data);
    if (chunk.type === 'iCCP') profile ??= inflatedProfile(chunk.data);
  }
  if (!seenTypes.has('IDAT')) throw brokenPicture('it has no content');
  if (colorType === 3 && !seenTypes.has('PLTE')) throw brokenPicture('it has no palette');
  const channels = GRAY.has(colorType) ? 1 : 3;
  const { orientation } = camera ?? NO_CAMERA_DATA;
  const conversion = colorsOf(channels, profile, camera);
  return { type: 'image/png', width, height, channels, orientation, conversion, bytes: Buffer.concat(kept) };
};

const PROFILE_MAX_BYTES = 4_000_000;

/**
 * Decompresses the profile, which follows a name, a zero byte and a method. Undefined if it is damaged, because a
 * profile is optional.
 */
const inflatedProfile = (data: Uint8Array): Uint8Array | undefined => {
  try {
    return inflateSync(data.subarray(data.indexOf(0) + 2), { maxOutputLength: PROFILE_MAX_BYTES });
  } catch {
    return undefined;
  }
};

const checkOrder = (
  { type, data }: Chunk,
  seenTypes: ReadonlySet<string>,
  previous: string,
  colorType: number,
): void => {
  const isCritical = (type.charCodeAt(0) & 0x20) === 0;
  if (isCritical && !KEPT.has(type)) throw brokenPicture('it has an unknown critical chunk');
  if (!KEPT.has(type)) return;
  if (type === 'IDAT') {
    if (seenTypes.has('IDAT') && previous !== 'IDAT') throw brokenPicture('its content is interrupted');
    return;
  }
  // A second header could make a decoder allocate all memory.
  if (seenTypes.has(type)) throw brokenPicture(`it has ${type} twice`);
  if ((type === 'PLTE' || type === 'tRNS') && seenTypes.has('IDAT'))
    throw brokenPicture(`${type} comes after the content`);
  if (type === 'PLTE' && (data.byteLength % 3 !== 0 || data.byteLength > 768 || data.byteLength === 0)) {
    throw brokenPicture('its palette has a wrong length');
  }
  if (type === 'PLTE' && GRAY.has(colorType)) throw brokenPicture('a grey picture has no palette');
};
