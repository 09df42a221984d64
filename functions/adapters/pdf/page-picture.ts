import { init } from '@embedpdf/pdfium';
import { readAsset } from '../../platform/assets.ts';
import { encodeJpeg } from '../images/codecs.ts';
import type { Raster } from '../images/raster.ts';
import { PAGE_RENDERER } from './asset-list.ts';

const start = async () => {
  const renderer = await init({ wasmBinary: new Uint8Array(readAsset(PAGE_RENDERER)).buffer });
  renderer.PDFiumExt_Init();
  return renderer;
};

type Renderer = Awaited<ReturnType<typeof start>>;

let started: Promise<Renderer> | undefined;

/** Constants of the renderer's C header (fpdfview.h). */
const FORMAT_BGRA = 4;
const ANNOTATIONS_RED_FIRST = 0x01 | 0x10;
const WHITE = 0xffffffff;

const BYTES_PER_PIXEL = 4;

/** Renders a page (1-based) of a PDF as a JPEG that is `width` pixels wide. Throws if there is no such page. */
export const drawPage = async (bytes: Uint8Array, { page, width }: { page: number; width: number }): Promise<Buffer> =>
  Buffer.from(await encodeJpeg(renderPage(await (started ??= start()), bytes, { page, width })));

const renderPage = (pdfium: Renderer, bytes: Uint8Array, { page, width }: { page: number; width: number }): Raster => {
  const { malloc, free } = pdfium.pdfium.wasmExports;
  const source = malloc(bytes.byteLength);
  pdfium.pdfium.HEAPU8.set(bytes, source);
  const document = pdfium.FPDF_LoadMemDocument(source, bytes.byteLength, '');
  const sheet = document && pdfium.FPDF_LoadPage(document, page - 1);
  try {
    if (!sheet) throw new Error(`The PDF has no page ${page}`);
    const height = Math.ceil((width * pdfium.FPDF_GetPageHeightF(sheet)) / pdfium.FPDF_GetPageWidthF(sheet));
    const size = width * height * BYTES_PER_PIXEL;
    const pixels = malloc(size);
    const bitmap = pdfium.FPDFBitmap_CreateEx(width, height, FORMAT_BGRA, pixels, width * BYTES_PER_PIXEL);
    pdfium.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, WHITE);
    pdfium.FPDF_RenderPageBitmap(bitmap, sheet, 0, 0, width, height, 0, ANNOTATIONS_RED_FIRST);
    const rgba = pdfium.pdfium.HEAPU8.slice(pixels, pixels + size);
    pdfium.FPDFBitmap_Destroy(bitmap);
    free(pixels);
    return { width, height, rgba };
  } finally {
    if (sheet) pdfium.FPDF_ClosePage(sheet);
    if (document) pdfium.FPDF_CloseDocument(document);
    free(source);
  }
};
