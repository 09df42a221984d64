import { templates, type PdfContent } from '../../platform/messages/templates.ts';
import { ownMember } from '../../platform/own-member.ts';
import {
  PDFArray,
  PDFDict,
  PDFName,
  PDFRawStream,
  PDFRef,
  PDFStream,
  type PDFContext,
  type PDFDocument,
  type PDFObject,
} from '@cantoo/pdf-lib';
import { ALL_STREAMS_MAX_BYTES, checkStreamData } from './stream-limits.ts';
import { damagedTemplate, forbiddenContent, TemplateRefused } from './template-refused.ts';

const MAX_DEPTH = 400;

const HOSTILE_KEYS: Readonly<Record<string, PdfContent>> = {
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
const HOSTILE_TYPES: Readonly<Record<string, PdfContent>> = {
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

export const pdfNameOf = (value: PDFObject | undefined): string => (value instanceof PDFName ? value.decodeText() : '');

interface CheckOptions {
  /** Skips the form and its widgets, which are not part of the rewritten file. */
  skipForm?: boolean;
}

/** Checks every object that the catalog refers to, directly or indirectly, once. Throws `TemplateRefused`. */
export const assertObjects = ({ context, catalog }: PDFDocument, { skipForm = false }: CheckOptions = {}): void => {
  const visited = new Set<PDFObject>();
  const waiting: { object: PDFObject | undefined; depth: number }[] = [{ object: catalog, depth: 0 }];
  let bytesLeft = ALL_STREAMS_MAX_BYTES;
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const object = next.object instanceof PDFRef ? context.lookup(next.object) : next.object;
    if (!object || visited.has(object)) continue;
    if (next.depth > MAX_DEPTH) throw new TemplateRefused(templates('pdf_too_deep'));
    visited.add(object);
    const push = (value: PDFObject): void => void waiting.push({ object: value, depth: next.depth + 1 });
    if (object instanceof PDFArray) object.asArray().forEach(push);
    if (object instanceof PDFRawStream) {
      checkStreamKeys(object.dict);
      bytesLeft = checkStreamData(object, bytesLeft);
      checkDict(object.dict).forEach(push);
    } else if (object instanceof PDFDict) {
      if (skipForm && pdfNameOf(object.lookup(PDFName.of('Subtype'))) === 'Widget') continue;
      checkDict(object, skipForm && object === catalog).forEach(push);
    }
  }
};

/** Entries that are not needed to show a page. */
const UNSEEN_KEYS = new Set(['Metadata', 'PieceInfo']);

/** Throws if objects refer to an object that the file does not have. */
export const assertReferences = (context: PDFContext): void => {
  const waiting: PDFObject[] = context.enumerateIndirectObjects().map(([, object]) => object);
  const push = (value: PDFObject): void => void waiting.push(value);
  for (let object = waiting.pop(); object; object = waiting.pop()) {
    if (object instanceof PDFRef && context.lookup(object) === undefined) throw damagedTemplate();
    if (object instanceof PDFArray) object.asArray().forEach(push);
    const dict = object instanceof PDFStream ? object.dict : object;
    if (!(dict instanceof PDFDict)) continue;
    for (const [key, value] of dict.entries()) if (!UNSEEN_KEYS.has(key.decodeText())) push(value);
  }
};

/** Checks the page tree. Throws for a missing branch or a cycle. */
export const assertPageTree = ({ catalog }: PDFDocument): void => {
  const visited = new Set<PDFObject>();
  const waiting = [catalog.lookup(PDFName.of('Pages'))];
  while (waiting.length > 0) {
    const node = waiting.pop();
    if (!(node instanceof PDFDict) || visited.has(node)) throw damagedTemplate();
    visited.add(node);
    const kids = node.lookup(PDFName.of('Kids'));
    if (kids instanceof PDFArray) waiting.push(...kids.asArray().map((_, at) => kids.lookup(at)));
  }
};

/** Returns the values of a dictionary. Throws for entries that a template must not have. */
const checkDict = (dict: PDFDict, skipForm = false): PDFObject[] => {
  const values: PDFObject[] = [];
  for (const [key, value] of dict.entries()) {
    const name = key.decodeText();
    if (skipForm && name === 'AcroForm') continue;
    const hostile = ownMember(HOSTILE_KEYS, name);
    if (hostile !== undefined) throw forbiddenContent(hostile);
    // An array is a destination (a page and a position). Anything else is an action.
    if (name === 'OpenAction' && !(dict.lookup(key) instanceof PDFArray)) checkOpenAction(dict.lookup(key));
    if (name === 'S' || name === 'Type' || name === 'Subtype') {
      const type = ownMember(HOSTILE_TYPES, pdfNameOf(dict.lookup(key)));
      if (type !== undefined) throw forbiddenContent(type);
    }
    values.push(value);
  }
  return values;
};

const checkOpenAction = (action: PDFObject | undefined): void => {
  if (action instanceof PDFDict && pdfNameOf(action.get(PDFName.of('S'))) === 'GoTo') return;
  throw forbiddenContent('actions');
};

/** Stream entries that make a reader load content from another file. */
const OUTSIDE_KEYS = ['F', 'FFilter', 'FDecodeParms', 'Ref', 'OPI'] as const;

const checkStreamKeys = (dict: PDFDict): void => {
  if (OUTSIDE_KEYS.some((key) => dict.has(PDFName.of(key)))) throw forbiddenContent('references to other files');
};
