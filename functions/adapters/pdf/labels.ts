import { PDFDocument, PDFName } from '@cantoo/pdf-lib';
import { Canvas } from './canvas.ts';
import { GlyphBook } from './glyph-book.ts';
import { prepareShaper } from './shaper.ts';
import { addStream } from './streams.ts';
import { StructureTree } from './tags.ts';
import { cutTo, fitText, setText } from './text.ts';
import { Typesetter } from './typesetter.ts';

/** An address label; all texts are already formatted. */
export interface Label {
  /** Lines of the address, from the name to the country. */
  address: readonly string[];
  /** Small text below the address: order number and service. */
  note: string;
}

type LabelFormat = 'a4' | 'roll';

/** Points per millimeter. */
const MM = 72 / 25.4;

interface Layout {
  page: { width: number; height: number };
  columns: number;
  rows: number;
  label: { width: number; height: number };
  /** Space between the edge of a label and its text. */
  padding: number;
}

/** A4 sheets with 24 labels of 70 by 37 mm without margins, and a roll of 62 mm width with labels of 40 mm. */
const LAYOUTS: Record<LabelFormat, Layout> = {
  a4: {
    page: { width: 210 * MM, height: 297 * MM },
    columns: 3,
    rows: 8,
    label: { width: 70 * MM, height: 37 * MM },
    padding: 5 * MM,
  },
  roll: {
    page: { width: 62 * MM, height: 40 * MM },
    columns: 1,
    rows: 1,
    label: { width: 62 * MM, height: 40 * MM },
    padding: 4 * MM,
  },
};

const INK = '#000000';
/**
 * The smallest size fits the longest address of an order, because a parcel without a city on its label cannot be
 * delivered.
 */
const ADDRESS_SIZES = [12, 11, 10, 9, 8, 7, 6, 5, 4, 3] as const;
const NOTE_SIZE = 7;
const NOTE_HEIGHT = 20;
const NOTE_GAP = 4;

/** Renders address labels for printing. The same labels always give the same bytes. */
export const renderLabels = async (
  labels: readonly Label[],
  { format, language, title }: { format: LabelFormat; language: string; title: string },
): Promise<Uint8Array> => {
  await prepareShaper();
  const layout = LAYOUTS[format];
  const document = await PDFDocument.create({ updateMetadata: false });
  document.setTitle(title);
  document.setLanguage(language);
  const book = new GlyphBook(document);
  const type = new Typesetter({ heading: 'noto-sans', body: 'noto-sans' }, language);
  const resources = document.context.nextRef();
  const tree = new StructureTree(document);
  const perPage = layout.columns * layout.rows;
  for (let from = 0; from < labels.length; from += perPage) {
    const canvas = new Canvas(book);
    for (const [at, label] of labels.slice(from, from + perPage).entries())
      drawLabel(canvas, type, { label, at, layout });
    const page = document.addPage([layout.page.width, layout.page.height]);
    page.node.set(PDFName.of('Resources'), resources);
    page.node.set(PDFName.of('Contents'), document.context.obj([addStream(document, canvas.finish())]));
    tree.add(page, canvas.parts);
  }
  tree.finish();
  await book.embed();
  const used = book.resources();
  const shared = { Font: Object.fromEntries(used.fonts), XObject: Object.fromEntries(used.pictures) };
  document.context.assign(resources, document.context.obj(shared));
  return document.save({ objectsPerTick: Infinity, addDefaultPage: false });
};

/** Draws a label. Labels fill a page row by row from its upper left corner; sheets are centered vertically. */
const drawLabel = (
  canvas: Canvas,
  type: Typesetter,
  { label, at, layout }: { label: Label; at: number; layout: Layout },
): void => {
  const { page, columns, rows, padding } = layout;
  const { width, height } = layout.label;
  const marginTop = (page.height - rows * height) / 2;
  const x = (at % columns) * width + padding;
  const top = page.height - marginTop - Math.floor(at / columns) * height - padding;
  const inner = { width: width - 2 * padding, height: height - 2 * padding };
  const note = cutTo(type, setText(type, label.note, inner.width, { size: NOTE_SIZE }), NOTE_HEIGHT);
  const room = { width: inner.width, maxHeight: inner.height - note.height - NOTE_GAP };
  const address = fitText(type, label.address.join('\n'), room, ADDRESS_SIZES, { lineHeight: 1.25 });
  canvas.tagged('P', () => {
    canvas.block(address, { x, top, align: 'left' }, INK);
    canvas.block(note, { x, top: top - inner.height + note.height, align: 'left' }, INK);
  });
};
