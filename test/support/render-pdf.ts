import { fileURLToPath } from 'node:url';
import { createCanvas } from '@napi-rs/canvas';
import jsQR from 'jsqr';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';

/** The fonts that every reader has, for files that do not bring them. */
const FONTS = fileURLToPath(new URL('../../node_modules/pdfjs-dist/standard_fonts/', import.meta.url));

export interface RenderedPage {
  width: number;
  height: number;
  rgba: Uint8ClampedArray;
  /** Made when it is asked for: compressing takes longer than drawing. */
  readonly png: Buffer;
}

/** Pages of a PDF as pictures, at `scale` pixels a point. */
export const renderPages = async (bytes: Uint8Array, scale = 1.5): Promise<RenderedPage[]> => {
  const document = await getDocument({ data: new Uint8Array(bytes), verbosity: 0, standardFontDataUrl: FONTS }).promise;
  const pages: RenderedPage[] = [];
  for (let number = 1; number <= document.numPages; number++) {
    const page = await document.getPage(number);
    const viewport = page.getViewport({ scale });
    const [width, height] = [Math.ceil(viewport.width), Math.ceil(viewport.height)];
    const canvas = createCanvas(width, height);
    const context = canvas.getContext('2d');
    await page.render({ canvas: null, canvasContext: context as never, viewport }).promise;
    const { data } = context.getImageData(0, 0, width, height);
    pages.push({
      width,
      height,
      rgba: data as unknown as Uint8ClampedArray,
      get png() {
        return canvas.toBuffer('image/png');
      },
    });
  }
  await document.loadingTask.destroy();
  return pages;
};

/** What the QR code on each page says; null where a reader finds none. */
export const qrCodesOf = async (bytes: Uint8Array): Promise<(string | null)[]> =>
  (await renderPages(bytes)).map(({ rgba, width, height }) => jsQR.default(rgba, width, height)?.data ?? null);
