import { type PDFDocument, PDFName, PDFNumber } from '@cantoo/pdf-lib';
import { describe, expect, it } from 'vitest';
import { inspectTemplate } from '../../../functions/adapters/pdf/inspect.ts';
import { CODE, formPdf } from '../../support/templates.ts';

const placesOf = async (change: (document: PDFDocument) => void): Promise<string[]> => {
  const bytes = await formPdf({ code: CODE, title: { ...CODE, y: 200, page: 2 } }, { pages: 2, change });
  return (await inspectTemplate(bytes)).places.map(({ field, page }) => `${field} ${page}`);
};
const flagged = (flags: number) => (document: PDFDocument) => {
  const [widget] = document.getForm().getField('title').acroField.getWidgets();
  widget?.dict.set(PDFName.of('F'), PDFNumber.of(flags));
};

describe('the fields of a form', () => {
  it('exclude fields of a page that was deleted', async () => {
    expect(await placesOf((document) => document.removePage(1))).toEqual(['code 1']);
  });

  it('exclude fields that their page does not list', async () => {
    const places = await placesOf((document) => void document.getPage(1).node.delete(PDFName.of('Annots')));
    expect(places).toEqual(['code 1']);
  });

  it.each([0x02, 0x06, 0x20, 0x24])('exclude hidden fields (flags %i)', async (flags) => {
    expect(await placesOf(flagged(flags))).toEqual(['code 1']);
  });

  it.each([0x00, 0x04, 0x44])('include visible fields (flags %i)', async (flags) => {
    expect(await placesOf(flagged(flags))).toEqual(['code 1', 'title 2']);
  });
});
