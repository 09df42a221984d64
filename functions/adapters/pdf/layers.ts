import { PDFArray, PDFDict, PDFName, PDFRef, type PDFDocument, type PDFObject } from '@cantoo/pdf-lib';
import { pdfNameOf } from './check-template.ts';

/** Maximum nesting of expressions. Common programs write two levels. */
const MAX_LEVELS = 32;

const lookup = (dict: PDFDict | undefined, key: string): PDFObject | undefined => dict?.lookup(PDFName.of(key));
const dictIn = (dict: PDFDict | undefined, key: string): PDFDict | undefined => {
  const value = lookup(dict, key);
  return value instanceof PDFDict ? value : undefined;
};

/** The layers (optional content groups) of a PDF in their initial state. */
export class Layers {
  readonly #off = new Set<PDFObject>();
  readonly #exist: boolean;

  constructor({ catalog, context }: PDFDocument) {
    const properties = dictIn(catalog, 'OCProperties');
    this.#exist = properties !== undefined;
    const configuration = dictIn(properties, 'D');
    const groupsIn = (dict: PDFDict | undefined, key: string): PDFObject[] => {
      const list = lookup(dict, key);
      const entries = list instanceof PDFArray ? list.asArray() : [];
      return entries.flatMap((entry) => (entry instanceof PDFRef ? (context.lookup(entry) ?? []) : entry));
    };
    if (pdfNameOf(lookup(configuration, 'BaseState')) === 'OFF') {
      for (const group of groupsIn(properties, 'OCGs')) this.#off.add(group);
      for (const group of groupsIn(configuration, 'ON')) this.#off.delete(group);
    }
    for (const group of groupsIn(configuration, 'OFF')) this.#off.add(group);
  }

  /** Whether the PDF has layers. */
  get exist(): boolean {
    return this.#exist;
  }

  /** Whether content is hidden by its layer, or by a rule about several layers (optional content membership). */
  isHidden(membership: PDFObject | undefined): boolean {
    if (!(membership instanceof PDFDict)) return false;
    if (pdfNameOf(lookup(membership, 'Type')) !== 'OCMD') return this.#off.has(membership);
    const expression = lookup(membership, 'VE');
    if (expression instanceof PDFArray) return !this.#isTrue(expression, 0);
    const single = lookup(membership, 'OCGs');
    const all = single instanceof PDFArray ? single.asArray().map((_, at) => single.lookup(at)) : [single];
    const groups = all.filter((each) => each instanceof PDFDict);
    if (groups.length === 0) return false;
    const isOff = (group: PDFDict): boolean => this.#off.has(group);
    const policy = pdfNameOf(lookup(membership, 'P'));
    if (policy === 'AllOn') return groups.some(isOff);
    if (policy === 'AnyOff') return !groups.some(isOff);
    if (policy === 'AllOff') return !groups.every(isOff);
    return groups.every(isOff);
  }

  #isTrue(expression: PDFObject | undefined, level: number): boolean {
    if (expression instanceof PDFDict) return !this.#off.has(expression);
    if (!(expression instanceof PDFArray) || level > MAX_LEVELS) return true;
    const values = expression
      .asArray()
      .map((_, at) => expression.lookup(at))
      .slice(1);
    const isTrue = (each: PDFObject | undefined): boolean => this.#isTrue(each, level + 1);
    const operator = pdfNameOf(expression.lookup(0));
    if (operator === 'Not') return !values.some(isTrue);
    return operator === 'Or' ? values.some(isTrue) : values.every(isTrue);
  }
}
