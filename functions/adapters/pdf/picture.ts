import { PDFName, type PDFDocument, type PDFRef } from '@cantoo/pdf-lib';
import UPNG from '@cantoo/pdf-lib/upng';
import type { Box, Canvas } from './canvas.ts';
import type { DocumentPicture } from './document.ts';
import { addStream } from './streams.ts';

/** A picture embedded in a document, with its size in pixels. */
export interface EmbeddedPicture {
  ref: PDFRef;
  width: number;
  height: number;
}

/** Embeds a picture once: JPEG as it is, PNG as pixels with their transparency. */
export const embedPicture = async (document: PDFDocument, picture: DocumentPicture): Promise<EmbeddedPicture> =>
  picture.mime === 'image/jpeg' ? document.embedJpg(picture.bytes) : embedPng(document, picture.bytes);

const embedPng = (document: PDFDocument, bytes: Uint8Array): EmbeddedPicture => {
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
  if (alpha) {
    const mask = layer(alpha, 'DeviceGray');
    const stream = document.context.lookup(ref) as unknown as { dict: { set: (name: PDFName, value: PDFRef) => void } };
    stream.dict.set(PDFName.of('SMask'), mask);
  }
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

/** How much of a picture may be cut off so that it fills its box; a portrait is shown whole instead. */
const MAX_CROP = 0.45;

/** Draws the picture in a box: filling it where little is lost, else whole and centred. */
export const drawPicture = (canvas: Canvas, name: string, picture: EmbeddedPicture, box: Box): void => {
  const fill = Math.max(box.width / picture.width, box.height / picture.height);
  const whole = Math.min(box.width / picture.width, box.height / picture.height);
  const scale = 1 - whole / fill <= MAX_CROP ? fill : whole;
  const [width, height] = [picture.width * scale, picture.height * scale];
  const [x, y] = [box.x + (box.width - width) / 2, box.y + (box.height - height) / 2];
  canvas.clipped(box, () => canvas.image(name, [width, 0, 0, height, x, y]));
};
