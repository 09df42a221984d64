import {
  decodePDFRawStream,
  PDFDict,
  PDFName,
  PDFRawStream,
  PDFStream,
  type PDFDocument,
  type PDFObject,
} from '@cantoo/pdf-lib';
import { pdfNameOf } from './check-template.ts';
import { operationsOf, type Operation } from './content-operations.ts';
import type { Layers } from './layers.ts';

/** Operators that paint a path. A path that is not painted must still be ended, and may be a clipping path. */
const PAINTS_PATH = new Set(['S', 's', 'f', 'F', 'f*', 'B', 'B*', 'b', 'b*']);
const PAINTS = new Set(['Do', 'sh', 'EI']);
const SHOWS_TEXT = new Set(['Tj', 'TJ', "'", '"']);
const INVISIBLE = '3';

type Scope = { resources: PDFDict | undefined; layers: Layers };

const resource = ({ resources }: Scope, kind: string, name: string | undefined): PDFObject | undefined => {
  const dict = resources?.lookup(PDFName.of(kind));
  return dict instanceof PDFDict && name !== undefined ? dict.lookup(PDFName.of(name)) : undefined;
};

const membershipOf = (object: PDFObject | undefined): PDFObject | undefined => {
  const dict = object instanceof PDFStream ? object.dict : object;
  return dict instanceof PDFDict ? dict.lookup(PDFName.of('OC')) : undefined;
};

/** Follows the operations of one stream and decides which ones to keep. */
class Filter {
  readonly #scope: Scope;
  /** For each open marked content, whether it is hidden. */
  readonly #marked: boolean[] = [];
  readonly #modes: string[] = [];
  #mode = '0';
  #isTextHidden = false;

  constructor(scope: Scope) {
    this.#scope = scope;
  }

  /** Returns the replacement of an operation; undefined keeps it. */
  edit(operation: Operation, written: string): string | undefined {
    const { operator, names } = operation;
    this.#follow(operation);
    if (operator === 'Do' && this.#isHiddenObject(names.at(-1))) return '';
    if (operator === 'BDC' && names[0] === 'OC') return '/Span BMC';
    if (!this.#isHidden) return undefined;
    if (SHOWS_TEXT.has(operator)) return this.#editText(operation, written);
    if (PAINTS_PATH.has(operator)) return 'n';
    return PAINTS.has(operator) ? '' : undefined;
  }

  get #isHidden(): boolean {
    return this.#marked.includes(true);
  }

  #follow({ operator, names, operands }: Operation): void {
    if (operator === 'q') this.#modes.push(this.#mode);
    else if (operator === 'Q') this.#mode = this.#modes.pop() ?? this.#mode;
    else if (operator === 'Tr') this.#mode = operands.at(-1) ?? this.#mode;
    else if (operator === 'BT') this.#isTextHidden = this.#isHidden;
    else if (operator === 'BMC') this.#marked.push(false);
    else if (operator === 'BDC') this.#marked.push(this.#isHiddenMark(names));
    else if (operator === 'EMC') this.#marked.pop();
  }

  /**
   * Text moves the position of later text in the same object. If later text may be visible, hidden text is kept as
   * invisible text.
   */
  #editText({ operator, operands }: Operation, written: string): string {
    if (!this.#isTextHidden) return `${INVISIBLE} Tr ${written} ${this.#mode} Tr`;
    if (operator === "'") return 'T*';
    return operator === '"' ? `${operands[0]} Tw ${operands[1]} Tc T*` : '';
  }

  #isHiddenMark([tag, property]: readonly string[]): boolean {
    const { layers } = this.#scope;
    return tag === 'OC' && layers.isHidden(resource(this.#scope, 'Properties', property));
  }

  #isHiddenObject(name: string | undefined): boolean {
    return this.#scope.layers.isHidden(membershipOf(resource(this.#scope, 'XObject', name)));
  }
}

const withoutHidden = (content: Uint8Array, scope: Scope): Uint8Array => {
  const filter = new Filter(scope);
  const parts: Uint8Array[] = [];
  for (const operation of operationsOf(content)) {
    const written = content.subarray(operation.from, operation.to);
    const edited = filter.edit(operation, Buffer.from(written).toString('latin1'));
    parts.push(edited === undefined ? written : Buffer.from(`\n${edited}\n`, 'latin1'));
  }
  return Buffer.concat(parts);
};

const contentOf = (stream: PDFObject | undefined): Uint8Array =>
  stream instanceof PDFRawStream ? decodePDFRawStream(stream).decode() : new Uint8Array();

const dictIn = (dict: PDFDict | undefined, key: string): PDFDict | undefined => {
  const value = dict?.lookup(PDFName.of(key));
  return value instanceof PDFDict ? value : undefined;
};

/** Whether a stream paints with operators of its own, as forms and tiling patterns do. */
const isPainted = ({ dict }: PDFStream): boolean =>
  pdfNameOf(dict.lookup(PDFName.of('Subtype'))) === 'Form' || dict.has(PDFName.of('PaintType'));

/** Visits everything that pages paint with, each object once. */
class Pages {
  readonly #document: PDFDocument;
  readonly #layers: Layers;
  readonly #seen = new Set<PDFObject>();
  readonly #hidden: (() => void)[] = [];

  constructor(document: PDFDocument, layers: Layers) {
    this.#document = document;
    this.#layers = layers;
  }

  rewrite(): void {
    const { context } = this.#document;
    for (const { node } of this.#document.getPages()) {
      const streams = node.Contents();
      const list =
        streams instanceof PDFStream ? [streams] : (streams?.asArray().map((_, at) => streams.lookup(at)) ?? []);
      // The streams are joined, because marked content may span two of them.
      const content = Buffer.concat(list.flatMap((stream) => [contentOf(stream), Buffer.from('\n')]));
      const scope = { resources: node.Resources(), layers: this.#layers };
      const rewritten = context.register(context.flateStream(withoutHidden(content, scope)));
      node.set(PDFName.of('Contents'), rewritten);
      this.#rewriteResources(scope.resources);
    }
    // Hidden objects are removed at the end, because the content of other pages with the same resources refers to them.
    for (const remove of this.#hidden) remove();
  }

  #rewriteResources(resources: PDFDict | undefined): void {
    if (!resources || this.#seen.has(resources)) return;
    this.#seen.add(resources);
    for (const kind of ['XObject', 'Pattern']) {
      const dict = dictIn(resources, kind);
      for (const key of dict?.keys() ?? []) {
        const object = dict?.lookup(key);
        if (this.#layers.isHidden(membershipOf(object))) this.#hidden.push(() => dict?.delete(key));
        else if (object instanceof PDFStream) this.#rewriteObject(object, resources);
      }
    }
  }

  #rewriteObject(object: PDFStream, resources: PDFDict): void {
    object.dict.delete(PDFName.of('OC'));
    if (object instanceof PDFRawStream && isPainted(object)) this.#rewriteStream(object, resources);
  }

  #rewriteStream(stream: PDFRawStream, above: PDFDict): void {
    if (this.#seen.has(stream)) return;
    this.#seen.add(stream);
    const resources = dictIn(stream.dict, 'Resources') ?? above;
    const { context } = this.#document;
    const rewritten = context.flateStream(withoutHidden(contentOf(stream), { resources, layers: this.#layers }));
    for (const key of ['Filter', 'DecodeParms']) stream.dict.delete(PDFName.of(key));
    for (const [key, value] of rewritten.dict.entries()) stream.dict.set(key, value);
    stream.updateContents(rewritten.getContents());
    this.#rewriteResources(resources);
  }
}

/**
 * Removes the content of hidden layers from every page, because readers do not show it and a card must not show it
 * either. Visible content no longer belongs to a layer, because the rewritten pages have no layer settings.
 */
export const dropHiddenLayers = (document: PDFDocument, layers: Layers): void => {
  if (layers.exist) new Pages(document, layers).rewrite();
};
