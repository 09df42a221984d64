import { PDFArray, PDFDict, PDFDocument, PDFName, PDFRawStream, PDFRef, PDFString } from '@cantoo/pdf-lib';
import { deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { inspectTemplate } from '../../../functions/adapters/pdf/inspect.ts';
import { TemplateRefused } from '../../../functions/adapters/pdf/template-refused.ts';
import { CODE, formPdf } from '../../support/templates.ts';

type Change = (document: PDFDocument) => void;
const name = (text: string): PDFName => PDFName.of(text);
const MISSING = PDFRef.of(4711);

const pageOf = (document: PDFDocument): PDFDict => document.getPage(0).node;
const fieldOf = (document: PDFDocument): PDFDict => document.getForm().getFields()[0]!.acroField.dict;
const widgetOf = (document: PDFDocument): PDFDict => document.getForm().getFields()[0]!.acroField.getWidgets()[0]!.dict;
const pagesOf = ({ catalog }: PDFDocument): PDFDict => catalog.lookup(name('Pages'), PDFDict);
const contents = (document: PDFDocument, bytes: Uint8Array | string, dict: Record<string, string | number>): void => {
  const stream = PDFRawStream.of(document.context.obj(dict as Record<string, string>), Buffer.from(bytes));
  pageOf(document).set(name('Contents'), document.context.register(stream));
};

/** Broken forms, written by hand because the library refuses to write them. */
const BROKEN_FORM: Record<string, Change> = {
  'a field that is its own child': (document) => {
    const field = fieldOf(document);
    field.set(name('Kids'), document.context.obj([document.context.getObjectRef(field)!]));
  },
  'two fields that are children of each other': (document) => {
    const { context } = document;
    const [first, second] = [context.obj({ T: PDFString.of('a') }), context.obj({ T: PDFString.of('b') })];
    const [one, two] = [context.register(first), context.register(second)];
    first.set(name('Kids'), context.obj([two]));
    second.set(name('Kids'), context.obj([one]));
    document.getForm().acroForm.dict.set(name('Fields'), context.obj([one]));
  },
  'a field without a rectangle': (document) => void widgetOf(document).delete(name('Rect')),
  'a rectangle of two numbers': (document) => widgetOf(document).set(name('Rect'), document.context.obj([1, 2])),
  'a rectangle of names': (document) =>
    widgetOf(document).set(name('Rect'), document.context.obj(['a', 'b', 'c', 'd'])),
  'a field without a type': (document) => void fieldOf(document).delete(name('FT')),
  'a list of fields that refers to a missing object': (document) =>
    document.getForm().acroForm.dict.set(name('Fields'), document.context.obj([MISSING])),
  'fields that are no list': (document) => document.getForm().acroForm.dict.set(name('Fields'), name('x')),
  'a form that is a number': ({ catalog, context }) => catalog.set(name('AcroForm'), context.obj(7)),
};

const BROKEN_PAGE: Record<string, Change> = {
  'no MediaBox': (document) => void pageOf(document).delete(name('MediaBox')),
  'a MediaBox of names': (document) =>
    pageOf(document).set(name('MediaBox'), document.context.obj(['a', 'b', 'c', 'd'])),
  'a MediaBox that refers to a missing object': (document) => pageOf(document).set(name('MediaBox'), MISSING),
  'a name as rotation': (document) => pageOf(document).set(name('Rotate'), name('x')),
  'a filter that is unknown': (document) => contents(document, 'q Q', { Filter: 'NoSuchDecode' }),
  'a filter of pictures on a page': (document) => contents(document, 'q Q', { Filter: 'DCTDecode' }),
  'a filter that is a number': (document) => contents(document, 'q Q', { Filter: 3 }),
  'Flate data that is text': (document) => contents(document, 'q Q q Q q Q', { Filter: 'FlateDecode' }),
  'Flate data that is damaged in the middle': (document) => {
    const bytes = deflateSync(Buffer.from(Array.from({ length: 4000 }, (_, at) => `${at} 0 m `).join('')));
    bytes.fill(0xff, 200, 400);
    contents(document, bytes, { Filter: 'FlateDecode' });
  },
  'contents that refer to a missing object': (document) => pageOf(document).set(name('Contents'), MISSING),
  'contents that are a name': (document) => pageOf(document).set(name('Contents'), name('x')),
  'a font that is missing': (document) =>
    pageOf(document).set(name('Resources'), document.context.obj({ Font: { F1: MISSING } })),
  'pages that are their own parent, where the size should be inherited': (document) => {
    const pages = document.catalog.get(name('Pages'))!;
    pagesOf(document).set(name('Parent'), pages);
    pageOf(document).delete(name('MediaBox'));
  },
  'a page that is missing': (document) =>
    document.catalog.lookup(name('Pages'), PDFDict).lookup(name('Kids'), PDFArray).push(MISSING),
};

/** Content that the library refuses to write replaces text of the same length. */
const BROKEN_TEXT: Record<string, [RegExp, (found: string) => string]> = {
  'pages that are their own child': [/\/Kids \[ \d+ 0 R \]/, (found) => found.replace(/\d+/, '1')],
  'pages that are a number': [/\/Pages 1 0 R/, () => '/Pages 7    '],
  'a page that is a number': [/\/Kids \[ \d+ 0 R \]/, (found) => found.replace(/ 0 R/, '    ')],
  'no pages': [/\/Pages 1 0 R/, () => '/Cages 1 0 R'],
};

const overwritten = async ([from, to]: [RegExp, (found: string) => string]): Promise<Buffer> => {
  const text = (await changed(() => {})).toString('latin1');
  expect(text).toMatch(from);
  return Buffer.from(text.replace(from, to), 'latin1');
};

const changed = async (change: Change): Promise<Buffer> => {
  const document = await PDFDocument.load(await formPdf({ code: CODE }));
  change(document);
  return Buffer.from(await document.save({ updateFieldAppearances: false, useObjectStreams: false }));
};

const outcome = (bytes: Uint8Array, options = {}): Promise<unknown> =>
  inspectTemplate(bytes, options).then(
    ({ places }) => places.map(({ field }) => field),
    (error: unknown) => (error instanceof TemplateRefused ? 'refused' : error),
  );

describe('a PDF that is damaged is refused', () => {
  it.each(Object.entries({ ...BROKEN_FORM, ...BROKEN_PAGE }))('%s', async (_name, change) => {
    expect(await outcome(await changed(change))).toBe('refused');
  });

  it.each(Object.entries(BROKEN_TEXT))('%s', async (_name, change) => {
    expect(await outcome(await overwritten(change))).toBe('refused');
  });

  it.each(Object.entries(BROKEN_PAGE))('even with a layout: %s', async (_name, change) => {
    expect(await outcome(await changed(change), { ignoreForm: true })).toBe('refused');
  });
});

describe('with a layout the form is not checked', () => {
  it.each(Object.entries(BROKEN_FORM))('%s', async (_name, change) => {
    expect(await outcome(await changed(change), { ignoreForm: true })).toEqual([]);
  });

  it.each<[string, Change]>([
    [
      'a field with a script',
      (document) =>
        widgetOf(document).set(name('AA'), document.context.obj({ K: { S: 'JavaScript', JS: PDFString.of('1') } })),
    ],
    ['an XFA form', (document) => document.getForm().acroForm.dict.set(name('XFA'), PDFString.of('<x/>'))],
  ])('%s', async (_name, change) => {
    const bytes = await changed(change);
    expect(await outcome(bytes)).toBe('refused');
    expect(await outcome(bytes, { ignoreForm: true })).toEqual(['code']);
  });
});

describe('a PDF that common readers accept is accepted', () => {
  it.each<[string, Change]>([
    [
      'a field that is listed twice',
      (document) => {
        const field = document.context.getObjectRef(fieldOf(document))!;
        document.getForm().acroForm.dict.set(name('Fields'), document.context.obj([field, field]));
      },
    ],
    [
      'a type that is inherited',
      (document) => {
        const { context } = document;
        const field = fieldOf(document);
        field.delete(name('FT'));
        const parent = context.register(context.obj({ FT: 'Tx', Kids: [context.getObjectRef(field)!] }));
        document.getForm().acroForm.dict.set(name('Fields'), context.obj([parent]));
      },
    ],
    [
      'truncated Flate data',
      (document) =>
        contents(document, deflateSync(Buffer.from('q Q '.repeat(999))).subarray(0, -3), { Filter: 'FlateDecode' }),
    ],
    [
      'an annotation that is missing',
      (document) => {
        const list = pageOf(document).lookup(name('Annots'), PDFArray);
        list.push(MISSING);
      },
    ],
  ])('%s', async (_name, change) => {
    expect(await outcome(await changed(change))).toEqual(['code']);
  });
});
