import type { Canvas } from './canvas.ts';
import type { DocumentInput, LabelledText } from './document.ts';
import { faint, INNER, MARGIN, type Geometry } from './page.ts';
import type { Sheet } from './sheet.ts';
import { fitText, setText, type Block } from './text.ts';

const FOOT = 24;
const GAP = 10;
const TERMS_SIZES = [8, 7.5, 7, 6.5, 6, 5.5] as const;
const TERMS_MAX_HEIGHT = 84;
const CONTACT_SIZES = [9.5, 9, 8.5, 8, 7] as const;

interface Part {
  label: Block;
  text: Block;
}

const heightOf = ({ label, text }: Part): number => label.height + text.height;

const setTerms = ({ type }: Sheet, terms: NonNullable<DocumentInput['terms']>): Part => {
  const label = setText(type, terms.label, INNER, { size: 8, weight: 'bold' });
  const box = { width: INNER, maxHeight: TERMS_MAX_HEIGHT - label.height };
  return { label, text: fitText(type, terms.text, box, TERMS_SIZES, { lineHeight: 1.32, end: terms.address }) };
};

const setContact = ({ type }: Sheet, contact: LabelledText): Part => ({
  label: setText(type, contact.label, INNER, { size: 8.5, weight: 'bold' }),
  text: fitText(type, contact.text, { width: INNER, maxHeight: 28 }, CONTACT_SIZES),
});

const partsOf = (sheet: Sheet): Part[] => {
  const { contact, terms } = sheet.input;
  return [...(contact ? [setContact(sheet, contact)] : []), ...(terms ? [setTerms(sheet, terms)] : [])];
};

/** Height of the area below the stub, in points. */
export const footHeight = (sheet: Sheet): number =>
  partsOf(sheet).reduce((sum, part) => sum + heightOf(part) + GAP, FOOT) + 4;

/** Draws the places of redemption and the small print. */
export const drawFoot = (canvas: Canvas, sheet: Sheet, geometry: Geometry): void => {
  const { colors } = sheet.input.brand;
  let top = geometry.stubY - GAP - 4;
  for (const part of partsOf(sheet)) {
    canvas.tagged('P', () => {
      const under = canvas.block(part.label, { x: MARGIN, top }, colors.accent);
      canvas.block(part.text, { x: MARGIN, top: under }, faint(colors));
    });
    top -= heightOf(part) + GAP;
  }
};
