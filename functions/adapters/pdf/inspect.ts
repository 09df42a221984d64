import { templates } from '../../platform/messages/templates.ts';
import { PDFDocument, PDFName, type PDFPage } from '@cantoo/pdf-lib';
import { assertObjects, assertPageTree, assertReferences } from './check-template.ts';
import { dropHiddenLayers } from './drop-layers.ts';
import { formFieldPlaces } from './form-places.ts';
import { Layers } from './layers.ts';
import { shownBox } from './page-box.ts';
import { roundedPoints, type PageSize, type TemplatePlace } from './template.ts';
import { damagedTemplate, TemplateRefused } from './template-refused.ts';

interface InspectedTemplate {
  bytes: Uint8Array;
  pages: PageSize[];
  places: TemplatePlace[];
}

const MAX_OBJECTS = 20_000;
const MAX_PAGES = 4;
/** A7 and A3 in points, with a tolerance for rounding. */
const SMALLEST = { short: 207, long: 295 };
const LARGEST = { short: 845, long: 1194 };

interface InspectOptions {
  /** Accepts a damaged form, which then has no placements. */
  ignoreForm?: boolean | undefined;
}

/**
 * Parses a PDF: checks all objects, reads the placements of its form fields, and rewrites its pages with their visible
 * content only. Any error is a fault of the file. Throws `TemplateRefused`.
 */
export const inspectTemplate = async (bytes: Uint8Array, options: InspectOptions = {}): Promise<InspectedTemplate> => {
  try {
    return await takeApart(bytes, options);
  } catch (error) {
    throw error instanceof TemplateRefused ? error : damagedTemplate(error);
  }
};

const takeApart = async (bytes: Uint8Array, { ignoreForm = false }: InspectOptions): Promise<InspectedTemplate> => {
  const source = await load(bytes);
  if (source.context.enumerateIndirectObjects().length > MAX_OBJECTS) {
    throw new TemplateRefused(templates('pdf_too_many_objects', { maximum: MAX_OBJECTS }));
  }
  assertObjects(source, { skipForm: ignoreForm });
  const pages = source.getPages();
  if (pages.length === 0) throw new TemplateRefused(templates('pdf_no_page'));
  if (pages.length > MAX_PAGES) {
    throw new TemplateRefused(templates('pdf_too_many_pages', { pages: pages.length, maximum: MAX_PAGES }));
  }
  const sizes = pages.map(sizeOf);
  const layers = new Layers(source);
  const places = ignoreForm ? placesIfReadable(source, pages, layers) : formFieldPlaces(source, pages, layers);
  return { bytes: await rewritten(source, sizes, layers), pages: sizes, places };
};

const placesIfReadable = (source: PDFDocument, pages: readonly PDFPage[], layers: Layers): TemplatePlace[] => {
  try {
    return formFieldPlaces(source, pages, layers);
  } catch {
    return [];
  }
};

const load = async (bytes: Uint8Array): Promise<PDFDocument> => {
  const head = Buffer.from(bytes.subarray(0, 1024)).toString('latin1');
  if (!head.includes('%PDF-')) throw new TemplateRefused(templates('pdf_not_pdf'));
  checkCrossReferences(Buffer.from(bytes).toString('latin1'));
  try {
    const document = await PDFDocument.load(bytes, { updateMetadata: false, throwOnInvalidObject: true });
    assertPageTree(document);
    document.getPageCount();
    return document;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    if (/encrypt|password/i.test(reason)) {
      throw new TemplateRefused(templates('pdf_encrypted'));
    }
    throw damagedTemplate(error);
  }
};

/** Maximum number of cross-reference sections. Saving a file adds one. */
const MAX_SECTIONS = 200;

/** Beginning of a cross-reference section: a table, or the object of a stream. */
const SECTION = /^(?:xref|\d+\s+\d+\s+obj)\b/;

/** Follows the cross-reference sections from the last to the first. Throws for a cycle and for too many sections. */
const checkCrossReferences = (text: string): void => {
  const offsets = new Set<number>();
  let at = Number(/startxref\s+(\d{1,10})/.exec(text.slice(text.lastIndexOf('startxref')))?.[1] ?? Number.NaN);
  // The loop ends at an invalid offset. The parser repairs it and reads the file without these sections.
  while (SECTION.test(text.slice(at, at + 40).trimStart())) {
    if (offsets.has(at) || offsets.size >= MAX_SECTIONS) {
      throw new TemplateRefused(templates('pdf_references_circular'));
    }
    offsets.add(at);
    const isTable = text
      .slice(at, at + 40)
      .trimStart()
      .startsWith('xref');
    const trailer = isTable ? text.indexOf('trailer', at) : at;
    if (trailer === -1) return;
    const ends = ['startxref', 'stream'].map((word) => text.indexOf(word, trailer)).filter((end) => end !== -1);
    const section = text.slice(trailer, Math.min(...ends, trailer + 100_000));
    at = Number(/\/Prev\s+(\d{1,10})(?![\d\s]*R)/.exec(section)?.[1] ?? Number.NaN);
  }
};

const sizeOf = (page: PDFPage): PageSize => {
  const { width, height } = shownBox(page);
  if (page.getRotation().angle % 360 !== 0) {
    throw new TemplateRefused(templates('pdf_page_turned'));
  }
  const [short, long] = [Math.min(width, height), Math.max(width, height)];
  const fits = short >= SMALLEST.short && long >= SMALLEST.long && short <= LARGEST.short && long <= LARGEST.long;
  if (!fits) {
    throw new TemplateRefused(templates('pdf_page_size', { width: Math.round(width), height: Math.round(height) }));
  }
  return { width: roundedPoints(width), height: roundedPoints(height) };
};

/** Returns the same pages with their visible content only. */
const rewritten = async (source: PDFDocument, sizes: readonly PageSize[], layers: Layers): Promise<Uint8Array> => {
  for (const page of source.getPages()) {
    const contents = PDFName.of('Contents');
    if (page.node.has(contents) && !source.context.lookup(page.node.get(contents))) throw damagedTemplate();
    for (const name of ['Annots', 'PieceInfo', 'Metadata', 'B', 'Trans', 'Thumb']) page.node.delete(PDFName.of(name));
    // An empty page has no content stream, so it gets an empty one.
    if (!page.node.Contents())
      page.node.set(PDFName.of('Contents'), source.context.register(source.context.stream('')));
  }
  dropHiddenLayers(source, layers);
  const rewrittenDocument = await PDFDocument.create({ updateMetadata: false });
  const embedded = await rewrittenDocument.embedPages(
    source.getPages(),
    source.getPages().map((page) => {
      const { x, y, width, height } = shownBox(page);
      return { left: x, bottom: y, right: x + width, top: y + height };
    }),
  );
  for (const [at, page] of embedded.entries()) {
    const { width = 0, height = 0 } = sizes[at] ?? {};
    rewrittenDocument.addPage([width, height]).drawPage(page, { x: 0, y: 0, width, height });
  }
  const bytes = await rewrittenDocument.save({ useObjectStreams: true, objectsPerTick: Infinity });
  const kept = await PDFDocument.load(bytes, { updateMetadata: false });
  assertObjects(kept);
  assertReferences(kept.context);
  return bytes;
};
