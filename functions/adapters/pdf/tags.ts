import { PDFHexString, PDFName, type PDFDocument, type PDFPage, type PDFRef } from '@cantoo/pdf-lib';
import type { TaggedPart } from './canvas.ts';

/** The structure tree for screen readers: a section for each page, with its parts in reading order. */
export class StructureTree {
  readonly #document: PDFDocument;
  readonly #root: PDFRef;
  readonly #whole: PDFRef;
  readonly #sections: PDFRef[] = [];
  readonly #parents: (number | PDFRef[])[] = [];

  constructor(document: PDFDocument) {
    this.#document = document;
    this.#root = document.context.nextRef();
    this.#whole = document.context.nextRef();
  }

  add(page: PDFPage, parts: readonly TaggedPart[]): void {
    const { context } = this.#document;
    const section = context.nextRef();
    const elements = parts.map(({ tag, mcid, alt }) =>
      context.register(
        context.obj({
          Type: 'StructElem',
          S: tag,
          P: section,
          Pg: page.ref,
          K: mcid,
          ...(alt === undefined ? {} : { Alt: PDFHexString.fromText(alt) }),
        }),
      ),
    );
    context.assign(section, context.obj({ Type: 'StructElem', S: 'Sect', P: this.#whole, K: elements }));
    const byMcid: PDFRef[] = [];
    for (const [at, { mcid }] of parts.entries()) {
      const element = elements[at];
      if (element) byMcid[mcid] = element;
    }
    page.node.set(PDFName.of('StructParents'), context.obj(this.#sections.length));
    page.node.set(PDFName.of('Tabs'), PDFName.of('S'));
    this.#parents.push(this.#sections.length, byMcid);
    this.#sections.push(section);
  }

  finish(): void {
    const { context, catalog } = this.#document;
    const whole = { Type: 'StructElem', S: 'Document', P: this.#root, K: this.#sections };
    context.assign(this.#whole, context.obj(whole));
    const parentTree = context.register(context.obj({ Nums: this.#parents }));
    context.assign(
      this.#root,
      context.obj({
        Type: 'StructTreeRoot',
        K: [this.#whole],
        ParentTree: parentTree,
        ParentTreeNextKey: this.#sections.length,
      }),
    );
    catalog.set(PDFName.of('StructTreeRoot'), this.#root);
    catalog.set(PDFName.of('MarkInfo'), context.obj({ Marked: true }));
    catalog.set(PDFName.of('ViewerPreferences'), context.obj({ DisplayDocTitle: true }));
  }
}
