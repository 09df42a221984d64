import { PDFName, type PDFDocument, type PDFRawStream, type PDFRef } from '@cantoo/pdf-lib';
import type { Box, Canvas } from './canvas.ts';
import type { DocumentPicture } from './document.ts';
import { preparePng, type PreparedPicture } from './prepared-picture.ts';

/** A picture embedded in a document, with its size in pixels. */
export interface EmbeddedPicture {
  /** Name in the resources of pages. */
  name: string;
  ref: PDFRef;
  width: number;
  height: number;
}

/** The pictures of one document. Each is embedded once. */
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
    const image =
      picture.mime === 'image/jpeg'
        ? await this.#document.embedJpg(picture.bytes)
        : embedPrepared(this.#document, picture.mime === 'prepared' ? picture.prepared : preparePng(picture.bytes));
    const embedded = {
      name: `P${this.#embedded.size + 1}`,
      ref: image.ref,
      width: image.width,
      height: image.height,
    };
    this.#embedded.set(picture, embedded);
    return embedded;
  }

  resources(): [string, PDFRef][] {
    return [...this.#embedded.values()].map(({ name, ref }) => [name, ref]);
  }
}

/** Each row specifies its own PNG filter. */
const PNG_PREDICTOR = 15;

const embedPrepared = (
  document: PDFDocument,
  { width, height, colors, alpha }: PreparedPicture,
): { ref: PDFRef; width: number; height: number } => {
  const layer = ({ bytes, channels }: PreparedPicture['colors']): PDFRawStream =>
    document.context.stream(bytes, {
      Type: 'XObject',
      Subtype: 'Image',
      Width: width,
      Height: height,
      ColorSpace: channels === 3 ? 'DeviceRGB' : 'DeviceGray',
      BitsPerComponent: 8,
      Filter: 'FlateDecode',
      DecodeParms: { Predictor: PNG_PREDICTOR, Colors: channels, BitsPerComponent: 8, Columns: width },
    });
  const stream = layer(colors);
  if (alpha) stream.dict.set(PDFName.of('SMask'), document.context.register(layer(alpha)));
  return { ref: document.context.register(stream), width, height };
};

/** Faces are usually above the middle of a picture, so less is cropped at the top than at the bottom. */
const SHARE_CUT_ABOVE = 0.35;

/** Draws the picture so that it fills a box, and crops the rest. */
export const drawFilling = (canvas: Canvas, picture: EmbeddedPicture, box: Box, radius = 0): void => {
  const scale = Math.max(box.width / picture.width, box.height / picture.height);
  const [width, height] = [picture.width * scale, picture.height * scale];
  const x = box.x + (box.width - width) / 2;
  const y = box.y + (box.height - height) * (1 - SHARE_CUT_ABOVE);
  canvas.clipped(box, () => canvas.image(picture.name, [width, 0, 0, height, x, y]), radius);
};

/** Draws the whole picture as large as the box allows. `share` 0 aligns it left, 0.5 centers it, 1 aligns it right. */
export const drawWhole = (canvas: Canvas, picture: EmbeddedPicture, box: Box, share = 0.5): Box => {
  const scale = Math.min(box.width / picture.width, box.height / picture.height);
  const [width, height] = [picture.width * scale, picture.height * scale];
  const drawn = { x: box.x + (box.width - width) * share, y: box.y + (box.height - height) / 2, width, height };
  canvas.image(picture.name, [width, 0, 0, height, drawn.x, drawn.y]);
  return drawn;
};
