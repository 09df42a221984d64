import { expect, it } from 'vitest';
import { renderLabels } from '../../../functions/adapters/pdf/labels.ts';
import { textOfPages, withoutWhitespace } from '../../support/read-pdf.ts';

/** Each member has the maximum length that an order allows. */
const LONGEST = 255;
const long = (word: string): string => `${word} `.repeat(LONGEST).slice(0, LONGEST).trim();

it.each(['a4', 'roll'] as const)('prints the longest address in full, with the city: %s', async (format) => {
  const address = [
    long('Handelsselskabet'),
    long('Wilhelmine'),
    long('Wesselsgade'),
    `8000 ${long('Aarhus')}`,
    'SWEDEN',
  ];
  const note = `ABCDEFGHIJ · ${long('Express')}`;
  const bytes = await renderLabels([{ address, note }], { format, language: 'en', title: 'Labels' });
  const page = withoutWhitespace((await textOfPages(bytes))[0] ?? '');
  expect(page).toContain(withoutWhitespace(address.join('')));
  expect(page).toContain('ABCDEFGHIJ');
});
