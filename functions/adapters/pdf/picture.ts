import { PDFName, PDFRawStream, type PDFDocument, type PDFRef } from '@cantoo/pdf-lib';
import UPNG from '@cantoo/pdf-lib/upng';
import type { Box, Canvas } from './canvas.ts';
import type { DocumentPicture } from './document.ts';
import { addStream } from './streams.ts';

/** A picture embedded in a document, with its size in pixels. */
export interface EmbeddedPicture {
  /** In the resources of pages. */
  name: string;
  ref: PDFRef;
  width: number;
  height: number;
}

/** Pictures of one document, each embedded once. */
export class PictureBook {
  readonly #document: PDFDocument;
  readonly #embedded = new Map<DocumentPicture, EmbeddedPicture>();

  constructor(document: PDFDocument) {
    this.#document = document;
  }

  async embed(picture: DocumentPicture | undefined): Promise<EmbeddedPicture | undefined> {
    if (!picture) return undefined;
    const known = this.#embedded.get(picture);
    if (known) return known;
    const made =
      picture.mime === 'image/jpeg'
        ? await this.#document.embedJpg(picture.bytes)
        : embedPng(this.#document, picture.bytes);
    const embedded = {
      name: `P${this.#embedded.size + 1}`,
      ref: made.ref,
      width: made.width,
      height: made.height,
    };
    this.#embedded.set(picture, embedded);
    return embedded;
  }

  resources(): [string, PDFRef][] {
    return [...this.#embedded.values()].map(({ name, ref }) => [name, ref]);
  }
}

const embedPng = (document: PDFDocument, bytes: Uint8Array): { ref: PDFRef; width: number; height: number } => {
  const image = UPNG.decode(new Uint8Array(bytes).buffer);
  const [frame] = UPNG.toRGBA8(image);
  if (!frame) throw new Error('The picture has no frame');
  const { width, height } = image;
  const { rgb, alpha } = separated(new Uint8Array(frame), width * height);
  const layer = (content: Uint8Array, space: string): PDFRef =>
    addStream(document, content, {
      Type: 'XObject',
      Subtype: 'Image',
      Width: width,
      Height: height,
      ColorSpace: space,
      BitsPerComponent: 8,
    });
  const ref = layer(rgb, 'DeviceRGB');
  const stream = document.context.lookup(ref);
  if (alpha && stream instanceof PDFRawStream) stream.dict.set(PDFName.of('SMask'), layer(alpha, 'DeviceGray'));
  return { ref, width, height };
};

/** Colours apart from transparency; no transparency where every pixel covers what is under it. */
const separated = (rgba: Uint8Array, pixels: number): { rgb: Uint8Array; alpha: Uint8Array | undefined } => {
  const rgb = new Uint8Array(pixels * 3);
  const alpha = new Uint8Array(pixels);
  let covers = true;
  for (let pixel = 0; pixel < pixels; pixel++) {
    rgb.set(rgba.subarray(pixel * 4, pixel * 4 + 3), pixel * 3);
    alpha[pixel] = rgba[pixel * 4 + 3] ?? 255;
    covers &&= alpha[pixel] === 255;
  }
  return { rgb, alpha: covers ? undefined : alpha };
};

/** Faces stand above the middle of a picture, so less is cut off above than below. */
const SHARE_CUT_ABOVE = 0.35;

/** Draws the picture so that it fills a box; what does not fit is cut off. */
export const drawFilling = (canvas: Canvas, picture: EmbeddedPicture, box: Box, radius = 0): void => {
  const scale = Math.max(box.width / picture.width, box.height / picture.height);
  const [width, height] = [picture.width * scale, picture.height * scale];
  const x = box.x + (box.width - width) / 2;
  const y = box.y + (box.height - height) * (1 - SHARE_CUT_ABOVE);
  canvas.clipped(box, () => canvas.image(picture.name, [width, 0, 0, height, x, y]), radius);
};

/** Draws the whole picture as large as the box lets it, at its left, centre or right. */
export const drawWhole = (canvas: Canvas, picture: EmbeddedPicture, box: Box, share = 0.5): Box => {
  const scale = Math.min(box.width / picture.width, box.height / picture.height);
  const [width, height] = [picture.width * scale, picture.height * scale];
  const drawn = { x: box.x + (box.width - width) * share, y: box.y + (box.height - height) / 2, width, height };
  canvas.image(picture.name, [width, 0, 0, height, drawn.x, drawn.y]);
  return drawn;
};
