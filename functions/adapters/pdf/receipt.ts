import { PDFDocument, PDFName, type PDFPage } from '@cantoo/pdf-lib';
import { Canvas } from './canvas.ts';
import type { DocumentBrand } from './document.ts';
import { GlyphBook } from './glyph-book.ts';
import { BAND_HEIGHT, faint, hairline, HEADER_HEIGHT, INNER, MARGIN, PAGE, WHOLE_PAGE } from './page.ts';
import { drawWhole, PictureBook, type EmbeddedPicture } from './picture.ts';
import { prepareShaper } from './shaper.ts';
import { addStream } from './streams.ts';
import { StructureTree } from './tags.ts';
import { fitText, setText, type Block, type BlockOptions } from './text.ts';
import { Typesetter } from './typesetter.ts';

export interface ReceiptLine {
  label: string;
  detail?: string | undefined;
  value: string;
  isTotal?: boolean;
}

/** Content of a receipt; all texts are already formatted. */
interface ReceiptInput {
  language: string;
  brand: DocumentBrand;
  title: string;
  reference: string;
  facts: readonly ReceiptLine[];
  lines: readonly ReceiptLine[];
  sums: readonly ReceiptLine[];
  parties: readonly { label: string; lines: readonly string[] }[];
  /** Contact details of the shop. */
  contact: string;
}

const TOP = PAGE.height - 112;
const BOTTOM = 76;
const VALUE_WIDTH = 130;
const LABEL_WIDTH = INNER - VALUE_WIDTH - 16;

/** The pages of one receipt. A part that does not fit begins the next page. */
class Pages {
  readonly canvases: Canvas[] = [];
  readonly #book: GlyphBook;
  readonly #head: (canvas: Canvas) => void;
  y = 0;

  constructor(book: GlyphBook, head: (canvas: Canvas) => void) {
    this.#book = book;
    this.#head = head;
    this.canvas = this.#next();
  }

  canvas: Canvas;

  #next(): Canvas {
    const canvas = new Canvas(this.#book);
    this.canvases.push(canvas);
    this.#head(canvas);
    this.y = TOP;
    return canvas;
  }

  /** Returns a canvas with enough space. */
  room(height: number): Canvas {
    if (this.y - height < BOTTOM && this.y < TOP) this.canvas = this.#next();
    return this.canvas;
  }
}

/**
 * Renders a receipt on A4: a header in the brand's colors, and dark text on white below it. The same input always gives
 * the same bytes.
 */
export const renderReceipt = async (input: ReceiptInput): Promise<Uint8Array> => {
  await prepareShaper();
  const document = await PDFDocument.create({ updateMetadata: false });
  document.setTitle(`${input.title} ${input.reference}: ${input.brand.name}`);
  document.setLanguage(input.language);
  const book = new GlyphBook(document);
  const pictures = new PictureBook(document);
  const logo = await pictures.embed(input.brand.logo);
  const type = new Typesetter(input.brand.fonts, input.language);
  const pages = new Pages(book, (canvas) => drawHead(canvas, type, input, logo));
  drawFacts(pages, type, input);
  for (const line of input.lines) drawLine(pages, type, line);
  for (const line of input.sums) drawLine(pages, type, line);
  drawParties(pages, type, input);
  const resources = document.context.nextRef();
  const tree = new StructureTree(document);
  for (const [at, canvas] of pages.canvases.entries()) {
    drawFoot(canvas, type, input, `${at + 1} / ${pages.canvases.length}`);
    const page: PDFPage = document.addPage([PAGE.width, PAGE.height]);
    page.node.set(PDFName.of('Resources'), resources);
    page.node.set(PDFName.of('Contents'), document.context.obj([addStream(document, canvas.finish())]));
    tree.add(page, canvas.parts);
  }
  tree.finish();
  await book.embed();
  const used = book.resources();
  const shared = {
    Font: Object.fromEntries(used.fonts),
    XObject: Object.fromEntries([...used.pictures, ...pictures.resources()]),
  };
  document.context.assign(resources, document.context.obj(shared));
  return document.save({ objectsPerTick: Infinity, addDefaultPage: false });
};

const INK = '#1b2126';
const PAPER = { text: INK, background: '#ffffff', primary: '#ffffff', onPrimary: INK, secondary: INK, accent: INK };
const SOFT = faint(PAPER);
const LINE = hairline(PAPER);

/** A long name takes two lines, in a smaller size if necessary. */
const NAME_HEIGHT = 44;
const NAME_SIZES = [19, 18, 17, 16, 15, 14, 13, 12, 11] as const;
const NAME = { weight: 'bold', role: 'heading', lineHeight: 1.2 } as const;

const drawHead = (
  canvas: Canvas,
  type: Typesetter,
  { brand }: ReceiptInput,
  logo: EmbeddedPicture | undefined,
): void => {
  const { primary, onPrimary, secondary } = brand.colors;
  const bottom = PAGE.height - HEADER_HEIGHT;
  canvas.artifact(() => {
    canvas.fill(WHOLE_PAGE, '#ffffff');
    canvas.fill({ x: 0, y: bottom, width: PAGE.width, height: HEADER_HEIGHT }, primary);
    canvas.fill({ x: 0, y: bottom - BAND_HEIGHT, width: PAGE.width, height: BAND_HEIGHT }, secondary);
  });
  if (logo) {
    const box = { x: MARGIN, y: bottom + 12, width: 230, height: 42 };
    canvas.tagged('Figure', () => drawWhole(canvas, logo, box, 0), brand.name);
    return;
  }
  const name = fitText(type, brand.name, { width: INNER, maxHeight: NAME_HEIGHT }, NAME_SIZES, NAME);
  const top = bottom + (HEADER_HEIGHT + name.height) / 2;
  canvas.tagged('P', () => canvas.block(name, { x: MARGIN, top, align: 'left' }, onPrimary));
};

const drawFacts = (pages: Pages, type: Typesetter, { title, facts }: ReceiptInput): void => {
  const { canvas } = pages;
  const heading = setText(type, title, INNER, { size: 24, weight: 'bold', role: 'heading', lineHeight: 1.2 });
  canvas.tagged('H1', () => canvas.block(heading, { x: MARGIN, top: pages.y }, INK));
  pages.y -= heading.height + 14;
  const width = INNER / Math.max(1, facts.length) - 12;
  let lowest = pages.y;
  for (const [at, { label, value }] of facts.entries()) {
    const x = MARGIN + at * (width + 12);
    const small = setText(type, label, width, { size: 9 });
    const text = setText(type, value, width, { size: 11, weight: 'bold' });
    canvas.tagged('P', () => {
      const under = canvas.block(small, { x, top: pages.y, align: 'left' }, SOFT);
      lowest = Math.min(lowest, canvas.block(text, { x, top: under, align: 'left' }, INK));
    });
  }
  pages.y = lowest - 22;
};

const drawLine = (pages: Pages, type: Typesetter, { label, detail, value, isTotal = false }: ReceiptLine): void => {
  const style: BlockOptions = isTotal ? { size: 14, weight: 'bold' } : { size: 10.5 };
  const labelBlock = setText(type, label, LABEL_WIDTH, style);
  const right = setText(type, value, VALUE_WIDTH, style);
  const small: Block | undefined = detail === undefined ? undefined : setText(type, detail, LABEL_WIDTH, { size: 9 });
  const height = Math.max(labelBlock.height, right.height) + (small?.height ?? 0) + 14;
  const canvas = pages.room(height);
  const { y } = pages;
  canvas.artifact(() => canvas.line({ x: MARGIN, y }, { x: PAGE.width - MARGIN, y }, LINE, { width: 0.7 }));
  canvas.tagged('P', () => {
    const under = canvas.block(labelBlock, { x: MARGIN, top: y - 7, align: 'left' }, INK);
    if (small) canvas.block(small, { x: MARGIN, top: under, align: 'left' }, SOFT);
    canvas.block(right, { x: PAGE.width - MARGIN - VALUE_WIDTH, top: y - 7, align: 'right' }, INK);
  });
  pages.y -= height;
};

const drawParties = (pages: Pages, type: Typesetter, { parties }: ReceiptInput): void => {
  const width = INNER / Math.max(1, parties.length) - 16;
  const blocks = parties.map(({ label, lines }) => ({
    label: setText(type, label, width, { size: 9, weight: 'bold' }),
    text: setText(type, lines.join('\n'), width, { size: 10 }),
  }));
  const height = Math.max(...blocks.map(({ label, text }) => label.height + text.height));
  pages.y -= 18;
  const canvas = pages.room(height);
  for (const [at, { label, text }] of blocks.entries()) {
    const x = MARGIN + at * (width + 16);
    canvas.tagged('P', () => {
      const under = canvas.block(label, { x, top: pages.y, align: 'left' }, SOFT);
      canvas.block(text, { x, top: under - 2, align: 'left' }, INK);
    });
  }
  pages.y -= height;
};

const FOOT_Y = 34;
const CONTACT_SIZES = [8.5, 8, 7.5, 7, 6.5, 6] as const;

const drawFoot = (canvas: Canvas, type: Typesetter, { contact }: ReceiptInput, number: string): void => {
  const text = fitText(type, contact, { width: INNER - 60, maxHeight: BOTTOM - FOOT_Y }, CONTACT_SIZES);
  const count = setText(type, number, 50, { size: 8.5 });
  canvas.tagged('P', () => {
    canvas.block(text, { x: MARGIN, top: FOOT_Y + text.height, align: 'left' }, SOFT);
    canvas.block(count, { x: PAGE.width - MARGIN - 50, top: FOOT_Y + count.height, align: 'right' }, SOFT);
  });
};
