import { viewOf } from './bytes.ts';

/** EXIF data that a decoder needs. */
export interface CameraData {
  /** Orientation of the camera, 1 to 8; 1 is upright. */
  orientation: number;
  /** The color space is Adobe RGB. Cameras often state it without embedding a profile. */
  isAdobeRgb: boolean;
}

export const NO_CAMERA_DATA: CameraData = { orientation: 1, isAdobeRgb: false };

const ORIENTATION = 0x0112;
const EXIF_DIRECTORY = 0x8769;
const INTEROPERABILITY_DIRECTORY = 0xa005;
const INTEROPERABILITY_INDEX = 0x0001;
const BYTES_PER_ENTRY = 12;
const SHORT = 3;

interface Directory {
  view: DataView;
  isLittle: boolean;
  at: number;
}

/** Offset of the value of a tag; undefined if the directory does not have the tag. */
const valueAt = ({ view, isLittle, at }: Directory, tag: number): number | undefined => {
  const count = view.getUint16(at, isLittle);
  for (let each = 0; each < count; each++) {
    const entry = at + 2 + each * BYTES_PER_ENTRY;
    if (view.getUint16(entry, isLittle) === tag) return entry + 8;
  }
  return undefined;
};

const childOf = (parent: Directory | undefined, tag: number): Directory | undefined => {
  if (!parent) return undefined;
  const value = valueAt(parent, tag);
  return value === undefined ? undefined : { ...parent, at: parent.view.getUint32(value, parent.isLittle) };
};

const orientationOf = (directory: Directory): number => {
  const value = valueAt(directory, ORIENTATION);
  if (value === undefined || directory.view.getUint16(value - 6, directory.isLittle) !== SHORT) return 1;
  const orientation = directory.view.getUint16(value, directory.isLittle);
  return orientation >= 1 && orientation <= 8 ? orientation : 1;
};

/** The value with which cameras mark Adobe RGB (DCF standard). */
const R03 = [0x52, 0x30, 0x33];

const isAdobeRgbIn = (directory: Directory): boolean => {
  const interoperability = childOf(childOf(directory, EXIF_DIRECTORY), INTEROPERABILITY_DIRECTORY);
  if (!interoperability) return false;
  const value = valueAt(interoperability, INTEROPERABILITY_INDEX);
  return value !== undefined && R03.every((byte, at) => interoperability.view.getUint8(value + at) === byte);
};

const orElse = <T>(read: () => T, fallback: T): T => {
  try {
    return read();
  } catch {
    return fallback;
  }
};

/** Some programs add the JPEG prefix to the data in PNG and WebP. */
const PREFIX = 'Exif\0\0';

/** Reads EXIF data. Ignores damaged data, as viewers do. */
export const parseExif = (bytes: Uint8Array): CameraData => {
  const isPrefixed = Buffer.from(bytes.subarray(0, PREFIX.length)).toString('latin1') === PREFIX;
  const view = viewOf(isPrefixed ? bytes.subarray(PREFIX.length) : bytes);
  return orElse((): CameraData => {
    const order = view.getUint16(0);
    if (order !== 0x4949 && order !== 0x4d4d) return NO_CAMERA_DATA;
    const isLittle = order === 0x4949;
    if (view.getUint16(2, isLittle) !== 42) return NO_CAMERA_DATA;
    const directory = { view, isLittle, at: view.getUint32(4, isLittle) };
    return {
      orientation: orElse(() => orientationOf(directory), 1),
      isAdobeRgb: orElse(() => isAdobeRgbIn(directory), false),
    };
  }, NO_CAMERA_DATA);
};
