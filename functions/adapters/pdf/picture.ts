import type { PDFDocument, PDFRef } from '@cantoo/pdf-lib';
import UPNG from '@cantoo/pdf-lib/upng';
import { measurePicture } from '../images/measure.ts';
import { flattened, type Raster } from '../images/raster.ts';
import { decodeWebp } from '../images/webp.ts';
import { WEBP_DECODER } from './asset-list.ts';
import { readAsset } from './assets.ts';
import type { Box, Canvas } from './canvas.ts';
import type { DocumentPicture } from './document.ts';
import { addStream } from './streams.ts';

/** A picture embedded in a document, with its size as people see it, turned upright. */
export interface EmbeddedPicture {
  ref: PDFRef;
  width: number;
  height: number;
  orientation: number;
}

/** Pixels of the longer side; at the width of a page this prints at 170 dots to the inch. */
const PRINTED_MAX_SIDE = 1_200;

/**
 * Embeds a picture once. JPEG goes in as it is; the others are decoded, put on white and shrunk to what print needs.
 * Undefined when the bytes cannot be measured or decoded: a card without its picture is better than no card, and what
 * hides its size may be a small file that fills the memory.
 */
export const embedPicture = async (
  document: PDFDocument,
  picture: DocumentPicture,
): Promise<EmbeddedPicture | undefined> => {
  if (!measurePicture(picture.bytes)) return undefined;
  try {
    return picture.mime === 'image/jpeg'
      ? await embedJpeg(document, picture.bytes)
      : embedRaster(document, await decoded(picture));
  } catch {
    return undefined;
  }
};

const embedJpeg = async (document: PDFDocument, bytes: Uint8Array): Promise<EmbeddedPicture> => {
  const { ref, width, height } = await document.embedJpg(bytes);
  const orientation = measurePicture(bytes)?.orientation ?? 1;
  const isTurned = orientation >= 5;
  return { ref, orientation, width: isTurned ? height : width, height: isTurned ? width : height };
};

const decoded = async ({ mime, bytes }: DocumentPicture): Promise<Raster> => {
  if (mime === 'image/webp') return decodeWebp(bytes, () => readAsset(WEBP_DECODER));
  const image = UPNG.decode(new Uint8Array(bytes).buffer);
  const [first] = UPNG.toRGBA8(image);
  if (!first) throw new Error('The picture has no frame');
  return { width: image.width, height: image.height, rgba: new Uint8Array(first) };
};

const embedRaster = (document: PDFDocument, raster: Raster): EmbeddedPicture => {
  const { width, height, rgb } = flattened(raster, PRINTED_MAX_SIDE);
  const ref = addStream(document, rgb, {
    Type: 'XObject',
    Subtype: 'Image',
    Width: width,
    Height: height,
    ColorSpace: 'DeviceRGB',
    BitsPerComponent: 8,
  });
  return { ref, width, height, orientation: 1 };
};

type Matrix = readonly [number, number, number, number, number, number];

/** What turns the unit square upright, by EXIF orientation less one. */
const UPRIGHT: readonly Matrix[] = [
  [1, 0, 0, 1, 0, 0],
  [-1, 0, 0, 1, 1, 0],
  [-1, 0, 0, -1, 1, 1],
  [1, 0, 0, -1, 0, 1],
  [0, -1, -1, 0, 1, 1],
  [0, -1, 1, 0, 0, 1],
  [0, 1, 1, 0, 0, 0],
  [0, 1, -1, 0, 1, 0],
];

/** How much of a picture may be cut off so that it fills its box; a portrait is shown whole instead. */
const MAX_CROP = 0.45;

/** Draws the picture in a box: filling it where little is lost, else whole and centred. */
export const drawPicture = (canvas: Canvas, name: string, picture: EmbeddedPicture, box: Box): void => {
  const fill = Math.max(box.width / picture.width, box.height / picture.height);
  const whole = Math.min(box.width / picture.width, box.height / picture.height);
  const scale = 1 - whole / fill <= MAX_CROP ? fill : whole;
  const [width, height] = [picture.width * scale, picture.height * scale];
  const [x, y] = [box.x + (box.width - width) / 2, box.y + (box.height - height) / 2];
  const [a, b, c, d, e, f] = UPRIGHT[picture.orientation - 1] ?? (UPRIGHT[0] as Matrix);
  canvas.clipped(box, () => {
    canvas.image(name, [a * width, b * height, c * width, d * height, x + e * width, y + f * height]);
  });
};
