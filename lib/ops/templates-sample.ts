import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { PDFDocument, rgb, StandardFonts } from '@cantoo/pdf-lib';
import {
  PRODUCT_TYPES,
  TEMPLATE_FIELDS,
  type TemplateField,
} from '../../functions/domain/company/settings/template-fields.ts';
import { OpsError, type Command } from './command.ts';

const PAGE = { width: 595, height: 842 };
const MARGIN = 40;
const COLUMN = 250;
const GAP = 15;
/** Height of the label above a field. */
const LABEL = 14;

/** Generates a PDF with every field, for editing in any PDF form editor. */
export const templatesSample: Command = {
  name: 'templates sample',
  usage: `--type PRODUCT_TYPE [--out FILE.pdf]`,
  summary: 'Create a PDF with all form fields, for designers',
  run: async (args) => {
    const { values } = parseArgs({ args, options: { type: { type: 'string' }, out: { type: 'string' } } });
    const type = PRODUCT_TYPES.find((each) => each === (values.type ?? 'gift_card'));
    if (!type) throw new OpsError(`--type must be one of ${PRODUCT_TYPES.join(', ')}.`);
    const fields = TEMPLATE_FIELDS.filter(({ product_types: types }) => types.includes(type));
    const out = values.out ?? `${type}-template.pdf`;
    await writeFile(out, await samplePdf(fields));
    process.stdout.write(`${out}: ${fields.map(({ name }) => name).join(', ')}\n`);
  },
};

const heightOf = ({ kind }: TemplateField): number => ({ text: 20, multiline: 48, qr: 84, image: 64 })[kind];

const samplePdf = async (fields: readonly TemplateField[]): Promise<Uint8Array> => {
  const document = await PDFDocument.create();
  document.setTitle('Sample template');
  const font = await document.embedFont(StandardFonts.Helvetica);
  const form = document.getForm();
  let page = document.addPage([PAGE.width, PAGE.height]);
  const place = { x: MARGIN, top: PAGE.height - MARGIN };
  for (const field of fields) {
    const height = heightOf(field);
    if (place.top - height - LABEL < MARGIN) {
      place.x += COLUMN + GAP;
      place.top = PAGE.height - MARGIN;
      if (place.x + COLUMN > PAGE.width) {
        place.x = MARGIN;
        page = document.addPage([PAGE.width, PAGE.height]);
      }
    }
    page.drawText(field.name, { x: place.x, y: place.top - 9, size: 8, font, color: rgb(0.45, 0.45, 0.45) });
    const width = field.kind === 'qr' ? height : COLUMN;
    const textField = form.createTextField(field.name);
    if (field.kind === 'multiline') textField.enableMultiline();
    textField.addToPage(page, { x: place.x, y: place.top - LABEL - height, width, height, borderWidth: 0.5 });
    place.top -= height + LABEL + 10;
  }
  return document.save();
};
