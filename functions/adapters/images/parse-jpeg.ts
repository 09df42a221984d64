import { brokenPicture } from './refusal.ts';
import { NO_CAMERA_DATA, parseExif, type CameraData } from './exif.ts';
import { colorsOf } from './color-profile.ts';
import { textAt, viewOf } from './bytes.ts';
import { MAX_PARTS, type ParsedPicture } from './parsed-picture.ts';

const SOI = 0xd8;
const EOI = 0xd9;
const SOS = 0xda;
const DHT = 0xc4;
const DQT = 0xdb;
const DRI = 0xdd;
const APP1 = 0xe1;
const APP2 = 0xe2;
const APP14 = 0xee;

/** Baseline, extended and progressive. Cameras do not write lossless, hierarchical or arithmetic-coded frames. */
const FRAMES = new Set([0xc0, 0xc1, 0xc2]);
const OTHER_FRAMES = new Set([0xc3, 0xc5, 0xc6, 0xc7, 0xc8, 0xc9, 0xca, 0xcb, 0xcc, 0xcd, 0xce, 0xcf]);

/** Marks a segment that contains a part of the ICC profile. The parts are numbered. */
const ICC = 'ICC_PROFILE\0';

/**
 * A progressive photograph has about ten scans. Each additional scan makes the decoder process the whole picture again.
 */
const MAX_SCANS = 64;

interface Frame {
  width: number;
  height: number;
  channels: 1 | 3 | 4;
}

const readFrame = (data: Uint8Array): Frame => {
  if (data.byteLength < 6) throw brokenPicture('its header is too short');
  const view = viewOf(data);
  const size = { height: view.getUint16(1), width: view.getUint16(3) };
  const channels = data[5];
  if (data[0] !== 8) throw brokenPicture('it has more than 8 bits a channel');
  if (size.width < 1 || size.height < 1) throw brokenPicture('it has no pixels');
  const isKnown = channels === 1 || channels === 3 || channels === 4;
  if (!isKnown || data.byteLength !== 6 + 3 * channels) {
    throw brokenPicture('its header names colours that do not exist');
  }
  return { ...size, channels };
};

/** End of the compressed data of a scan: the next marker, ignoring restart markers and stuffed bytes. */
const endOfScan = (bytes: Uint8Array, from: number): number => {
  let at = from;
  for (;;) {
    at = bytes.indexOf(0xff, at);
    if (at < 0 || at + 1 >= bytes.byteLength) return bytes.byteLength;
    const next = bytes[at + 1] ?? 0;
    if (next === 0xff) at += 1;
    else if (next === 0 || (next >= 0xd0 && next <= 0xd7)) at += 2;
    else return at;
  }
};

const joinParts = (parts: readonly Uint8Array[]): Uint8Array | undefined =>
  parts.length > 0 && Array.from(parts).every((part) => part !== undefined) ? Buffer.concat(parts) : undefined;

/** While the segments of a JPEG are parsed, collects the data that a decoder needs. */
class Segments {
  readonly kept: Uint8Array[] = [Uint8Array.of(0xff, SOI)];
  frame: Frame | undefined;
  camera: CameraData | undefined;
  readonly profile: Uint8Array[] = [];
  scans = 0;

  take(marker: number, segment: Uint8Array, data: Uint8Array): void {
    if (OTHER_FRAMES.has(marker)) throw brokenPicture('it is of a kind of JPEG that is not taken');
    if (FRAMES.has(marker)) {
      if (this.frame) throw brokenPicture('it has two headers');
      this.frame = readFrame(data);
    }
    if (marker === SOS) {
      if (!this.frame) throw brokenPicture('its content comes before its header');
      if (++this.scans > MAX_SCANS) throw brokenPicture('it has too many scans');
    }
    if (marker === APP1 && textAt(data, 0, 6) === 'Exif\0\0') this.camera ??= parseExif(data);
    if (marker === APP2 && textAt(data, 0, ICC.length) === ICC) this.#takeProfile(data);
    const isAdobe = marker === APP14 && textAt(data, 0, 5) === 'Adobe' && data.byteLength === 12;
    if (FRAMES.has(marker) || [SOS, DHT, DQT, DRI].includes(marker) || isAdobe) this.kept.push(segment);
  }

  /** Adds a part of the profile. If an earlier part is missing, the profile is ignored. */
  #takeProfile(data: Uint8Array): void {
    const number = data[ICC.length] ?? 0;
    if (number > 0) this.profile[number - 1] ??= data.subarray(ICC.length + 2);
  }
}

/** Parses a JPEG segment by segment. Accepts a file that ends within its last scan. Throws `PictureRefused`. */
export const parseJpeg = (bytes: Uint8Array): ParsedPicture => {
  const view = viewOf(bytes);
  const segments = new Segments();
  let at = 2;
  for (let parts = 0; ; parts++) {
    if (parts > MAX_PARTS) throw brokenPicture('it has too many parts');
    // A marker may be preceded by any number of fill bytes.
    while (bytes[at] === 0xff && bytes[at + 1] === 0xff) at++;
    if (at + 4 > bytes.byteLength && !(bytes[at] === 0xff && bytes[at + 1] === EOI)) break;
    if (bytes[at] !== 0xff) throw brokenPicture('a part begins where none can');
    const marker = bytes[at + 1] ?? 0;
    if (marker === EOI) break;
    if (marker < 0xc0 || marker === SOI || (marker >= 0xd0 && marker <= 0xd7))
      throw brokenPicture('it has an unknown part');
    const length = view.getUint16(at + 2);
    if (length < 2 || at + 2 + length > bytes.byteLength) throw brokenPicture('a part is longer than the file');
    const end = at + 2 + length;
    const until = marker === SOS ? endOfScan(bytes, end) : end;
    segments.take(marker, bytes.subarray(at, until), bytes.subarray(at + 4, end));
    at = until;
  }
  const { frame, scans, kept, profile, camera = NO_CAMERA_DATA } = segments;
  if (!frame || scans === 0) throw brokenPicture('it has no content');
  return {
    type: 'image/jpeg',
    ...frame,
    bytes: Buffer.concat([...kept, Uint8Array.of(0xff, EOI)]),
    orientation: camera.orientation,
    conversion: colorsOf(frame.channels, joinParts(profile), camera),
  };
};
