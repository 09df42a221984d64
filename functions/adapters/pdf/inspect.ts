import { inflateSync } from 'node:zlib';
import {
  PDFArray,
  PDFDict,
  PDFDocument,
  PDFName,
  PDFNumber,
  PDFRawStream,
  PDFRef,
  type PDFObject,
  type PDFPage,
} from '@cantoo/pdf-lib';
import type { PageSize, TemplatePlace } from './template.ts';
import { ownMember } from '../../platform/own-member.ts';

/** A file that cannot be a template, and why. The message is for the person who sent it. */
export class TemplateRefused extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'TemplateRefused';
  }
}

export interface InspectedTemplate {
  bytes: Uint8Array;
  pages: PageSize[];
  places: TemplatePlace[];
}

const MAX_OBJECTS = 20_000;
const MAX_PAGES = 4;
const MAX_DEPTH = 400;
/** A7 and A3, in points, with what programs lose by rounding. */
const SMALLEST = { short: 207, long: 295 };
const LARGEST = { short: 845, long: 1194 };

/** Inflated bytes of a stream that is no picture, and of a picture. */
const STREAM_MAX_BYTES = 8_000_000;
const PICTURE_MAX_BYTES = 120_000_000;

const HOSTILE_KEYS: Readonly<Record<string, string>> = {
  JS: 'scripts',
  JavaScript: 'scripts',
  AA: 'actions',
  Launch: 'actions that start programs',
  EmbeddedFiles: 'embedded files',
  EmbeddedFile: 'embedded files',
  EF: 'embedded files',
  AF: 'embedded files',
  XFA: 'an XFA form',
  RichMedia: 'rich media',
};
const HOSTILE_TYPES: Readonly<Record<string, string>> = {
  JavaScript: 'scripts',
  Launch: 'actions that start programs',
  SubmitForm: 'actions',
  ImportData: 'actions',
  ResetForm: 'actions',
  GoToR: 'actions',
  GoToE: 'actions',
  Rendition: 'actions',
  RichMediaExecute: 'actions',
  EmbeddedFile: 'embedded files',
  FileAttachment: 'embedded files',
  Filespec: 'embedded files',
};

const refuse = (what: string): TemplateRefused =>
  new TemplateRefused(`The PDF holds ${what}, which are not taken. Save it without and try again.`);

const nameOf = (value: PDFObject | undefined): string => (value instanceof PDFName ? value.decodeText() : '');

/**
 * Takes a PDF apart: checks everything that can be reached from it, reads the places of its form fields, and writes its
 * pages anew from what they show and nothing else. Throws `TemplateRefused`.
 */
export const inspectTemplate = async (bytes: Uint8Array): Promise<InspectedTemplate> => {
  const source = await load(bytes);
  if (source.context.enumerateIndirectObjects().length > MAX_OBJECTS) {
    throw new TemplateRefused(`The PDF has more than ${MAX_OBJECTS} objects. Simplify it and try again.`);
  }
  walk(source);
  const pages = source.getPages();
  if (pages.length === 0) throw new TemplateRefused('The PDF has no page.');
  if (pages.length > MAX_PAGES) {
    throw new TemplateRefused(`The PDF has ${pages.length} pages; a template has at most ${MAX_PAGES}.`);
  }
  const sizes = pages.map(sizeOf);
  const places = placesOf(source, pages);
  return { bytes: await rewritten(source, sizes), pages: sizes, places };
};

const load = async (bytes: Uint8Array): Promise<PDFDocument> => {
  const head = Buffer.from(bytes.subarray(0, 1024)).toString('latin1');
  if (!head.includes('%PDF-')) throw new TemplateRefused('The file is not a PDF: it does not begin as one does.');
  checkCrossReferences(Buffer.from(bytes).toString('latin1'));
  try {
    const document = await PDFDocument.load(bytes, { updateMetadata: false, throwOnInvalidObject: true });
    document.getPageCount();
    return document;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    if (/encrypt|password/i.test(reason)) {
      throw new TemplateRefused('The PDF is encrypted. Save it without a password and without restrictions.');
    }
    throw new TemplateRefused('The PDF cannot be read: it is damaged. Save it anew and try again.');
  }
};

/** Sections of cross-references that a file may have: one more each time that it was saved. */
const MAX_SECTIONS = 200;

/** A section of cross-references begins so: as a table, or as the object of a stream. */
const SECTION = /^(?:xref|\d+\s+\d+\s+obj)\b/;

/** Follows the cross-references from the last section to the first. Throws when they lead in circles. */
const checkCrossReferences = (text: string): void => {
  const seen = new Set<number>();
  let at = Number(/startxref\s+(\d{1,10})/.exec(text.slice(text.lastIndexOf('startxref')))?.[1] ?? Number.NaN);
  // Offsets that lead nowhere are mended by the parser, which then reads the file without them.
  while (SECTION.test(text.slice(at, at + 40).trimStart())) {
    if (seen.has(at) || seen.size >= MAX_SECTIONS) {
      throw new TemplateRefused('The cross-references of the PDF lead in circles. Save it anew and try again.');
    }
    seen.add(at);
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

/** Goes through everything that can be reached from the catalogue, once. */
const walk = ({ context, catalog }: PDFDocument): void => {
  const seen = new Set<PDFObject>();
  const waiting: { object: PDFObject | undefined; depth: number }[] = [{ object: catalog, depth: 0 }];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const object = next.object instanceof PDFRef ? context.lookup(next.object) : next.object;
    if (!object || seen.has(object)) continue;
    if (next.depth > MAX_DEPTH) throw new TemplateRefused('The PDF is nested too deeply. Save it anew and try again.');
    seen.add(object);
    const push = (value: PDFObject): void => void waiting.push({ object: value, depth: next.depth + 1 });
    if (object instanceof PDFArray) object.asArray().forEach(push);
    if (object instanceof PDFRawStream) {
      checkStream(object);
      checkDict(object.dict).forEach(push);
    } else if (object instanceof PDFDict) checkDict(object).forEach(push);
  }
};

/** What a dictionary refers to. Throws for what a template may not hold. */
const checkDict = (dict: PDFDict): PDFObject[] => {
  for (const [key, value] of dict.entries()) {
    const name = key.decodeText();
    const hostile = ownMember(HOSTILE_KEYS, name);
    if (hostile !== undefined) throw refuse(hostile);
    // Where a reader begins to read is no action; what it does then would be.
    if (name === 'OpenAction' && !(dict.lookup(key) instanceof PDFArray)) checkOpenAction(dict.lookup(key));
    if (name === 'S' || name === 'Type' || name === 'Subtype') {
      const type = ownMember(HOSTILE_TYPES, nameOf(value));
      if (type !== undefined) throw refuse(type);
    }
  }
  return dict.values();
};

const checkOpenAction = (action: PDFObject | undefined): void => {
  if (action instanceof PDFDict && nameOf(action.get(PDFName.of('S'))) === 'GoTo') return;
  throw refuse('actions');
};

const filtersOf = (dict: PDFDict): string[] => {
  const filter = dict.lookup(PDFName.of('Filter'));
  if (filter instanceof PDFArray) return filter.asArray().map(nameOf);
  return filter ? [nameOf(filter)] : [];
};

const checkStream = ({ dict, contents }: PDFRawStream): void => {
  const isPicture = nameOf(dict.get(PDFName.of('Subtype'))) === 'Image';
  const most = isPicture ? PICTURE_MAX_BYTES : STREAM_MAX_BYTES;
  let content: Uint8Array = contents;
  for (const filter of filtersOf(dict)) {
    if (filter !== 'FlateDecode' && filter !== 'Fl') break;
    try {
      content = inflateSync(content, { maxOutputLength: most });
    } catch (error) {
      if (error instanceof RangeError || (error as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE') {
        throw new TemplateRefused('The PDF holds a stream that grows beyond all measure when it is unpacked.');
      }
      return;
    }
  }
};

const sizeOf = (page: PDFPage): PageSize => {
  const { width, height } = page.getCropBox();
  if (page.getRotation().angle % 360 !== 0) {
    throw new TemplateRefused('A page of the PDF is turned. Save it upright and try again.');
  }
  const [short, long] = [Math.min(width, height), Math.max(width, height)];
  const fits = short >= SMALLEST.short && long >= SMALLEST.long && short <= LARGEST.short && long <= LARGEST.long;
  if (!fits) {
    const shown = `${Math.round(width)} by ${Math.round(height)} points`;
    throw new TemplateRefused(`A page of the PDF has ${shown}; from A7 to A3 are taken.`);
  }
  return { width: rounded(width), height: rounded(height) };
};

const rounded = (value: number): number => Math.round(value * 100) / 100;

/** Where the form fields stand; a field may stand in several places. */
const placesOf = (source: PDFDocument, pages: readonly PDFPage[]): TemplatePlace[] => {
  if (!source.catalog.has(PDFName.of('AcroForm'))) return [];
  const pageOf = new Map<PDFDict, number>();
  for (const [at, page] of pages.entries()) {
    for (const annotation of page.node.Annots()?.asArray() ?? []) {
      const dict = source.context.lookup(annotation);
      if (dict instanceof PDFDict) pageOf.set(dict, at);
    }
  }
  return source
    .getForm()
    .getFields()
    .flatMap((field) =>
      field.acroField.getWidgets().flatMap((widget): TemplatePlace[] => {
        const at = pageOf.get(widget.dict) ?? 0;
        const page = pages[at];
        if (!page) return [];
        const box = page.getCropBox();
        const rectangle = widget.getRectangle();
        return [
          {
            field: field.getName(),
            page: at + 1,
            x: rounded(rectangle.x - box.x),
            y: rounded(box.y + box.height - rectangle.y - rectangle.height),
            width: rounded(rectangle.width),
            height: rounded(rectangle.height),
            ...alignOf(widget.dict, field.acroField.dict),
          },
        ];
      }),
    );
};

const alignOf = (...dicts: PDFDict[]): Pick<TemplatePlace, 'align'> => {
  for (const dict of dicts) {
    const quadding = dict.lookup(PDFName.of('Q'));
    if (quadding instanceof PDFNumber) return { align: (['left', 'center', 'right'] as const)[quadding.asNumber()] };
  }
  return {};
};

/** The same pages, made of what they show: nothing that cannot be seen is carried over. */
const rewritten = async (source: PDFDocument, sizes: readonly PageSize[]): Promise<Uint8Array> => {
  for (const page of source.getPages()) {
    for (const name of ['Annots', 'PieceInfo', 'Metadata', 'B', 'Trans', 'Thumb']) page.node.delete(PDFName.of(name));
    // An empty page has none.
    if (!page.node.Contents())
      page.node.set(PDFName.of('Contents'), source.context.register(source.context.stream('')));
  }
  const made = await PDFDocument.create({ updateMetadata: false });
  const embedded = await made.embedPages(
    source.getPages(),
    source.getPages().map((page) => {
      const { x, y, width, height } = page.getCropBox();
      return { left: x, bottom: y, right: x + width, top: y + height };
    }),
  );
  for (const [at, page] of embedded.entries()) {
    const { width = 0, height = 0 } = sizes[at] ?? {};
    made.addPage([width, height]).drawPage(page, { x: 0, y: 0, width, height });
  }
  const bytes = await made.save({ useObjectStreams: true, objectsPerTick: Infinity });
  walk(await PDFDocument.load(bytes, { updateMetadata: false }));
  return bytes;
};
