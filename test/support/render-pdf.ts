import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { init } from '@embedpdf/pdfium';
import jsQR from 'jsqr';
import { pngOfPixels } from './pictures.ts';

export interface RenderedPage {
  width: number;
  height: number;
  rgba: Uint8Array;
  /** Compressed only when it is read, because compression takes longer than rendering. */
  readonly png: Buffer;
}

const start = async () => {
  const file = fileURLToPath(import.meta.resolve('@embedpdf/pdfium/pdfium.wasm'));
  const renderer = await init({ wasmBinary: new Uint8Array(readFileSync(file)).buffer });
  renderer.PDFiumExt_Init();
  return renderer;
};
let started: ReturnType<typeof start> | undefined;

/** Constants of the renderer's C header (fpdfview.h). */
const FOUR_BYTES_A_PIXEL = 4;
const ANNOTATIONS_RED_FIRST = 0x01 | 0x10;
const WHITE = 0xffffffff;

/** Pages of a PDF as pictures, at `scale` pixels per point, as in a browser. */
export const renderPages = async (bytes: Uint8Array, scale = 1.5): Promise<RenderedPage[]> => {
  const pdfium = await (started ??= start());
  const { malloc, free } = pdfium.pdfium.wasmExports;
  const source = malloc(bytes.byteLength);
  pdfium.pdfium.HEAPU8.set(bytes, source);
  const document = pdfium.FPDF_LoadMemDocument(source, bytes.byteLength, '');
  if (!document) throw new Error('This is no PDF');
  const pages: RenderedPage[] = [];
  for (let index = 0; index < pdfium.FPDF_GetPageCount(document); index++) {
    const page = pdfium.FPDF_LoadPage(document, index);
    const width = Math.ceil(pdfium.FPDF_GetPageWidthF(page) * scale);
    const height = Math.ceil(pdfium.FPDF_GetPageHeightF(page) * scale);
    const size = width * height * FOUR_BYTES_A_PIXEL;
    const pixels = malloc(size);
    const bitmap = pdfium.FPDFBitmap_CreateEx(width, height, FOUR_BYTES_A_PIXEL, pixels, width * FOUR_BYTES_A_PIXEL);
    pdfium.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, WHITE);
    pdfium.FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, ANNOTATIONS_RED_FIRST);
    const rgba = pdfium.pdfium.HEAPU8.slice(pixels, pixels + size);
    pdfium.FPDFBitmap_Destroy(bitmap);
    pdfium.FPDF_ClosePage(page);
    free(pixels);
    pages.push({
      width,
      height,
      rgba,
      get png() {
        return pngOfPixels(rgba, width, height);
      },
    });
  }
  pdfium.FPDF_CloseDocument(document);
  free(source);
  return pages;
};

/** Codes are dark on a light background. */
const READING = { inversionAttempts: 'dontInvert' } as const;

/** Coarser than a screen, which makes codes harder to read and rendering faster. */
const READING_SCALE = 1;

/** Content of the QR code on each page; null if none is found. */
export const qrCodesOf = async (bytes: Uint8Array): Promise<(string | null)[]> =>
  (await renderPages(bytes, READING_SCALE)).map(
    ({ rgba, width, height }) => jsQR.default(new Uint8ClampedArray(rgba.buffer), width, height, READING)?.data ?? null,
  );
