import type { Markup } from '../../../pages/kit/markup.ts';
import { namedSelect, type NamedSelect } from '../../pages/named-select.ts';
import { settingsWord } from '../../texts/company-settings.ts';
import type { DeskVisit } from '../../visit.ts';

/** Field for a number of months, or never, or always. A stored number that is not offered stays selected. */
export const monthsSelect = (
  { language, t }: DeskVisit,
  offered: readonly number[],
  of: Omit<NamedSelect, 'offered'>,
): Markup => {
  const format = new Intl.NumberFormat(t.tag, { style: 'unit', unit: 'month', unitDisplay: 'long' });
  const stored = Number(of.value);
  const all = stored > 0 && !offered.includes(stored) ? [...offered, stored].toSorted((a, b) => a - b) : offered;
  return namedSelect({
    ...of,
    offered: [
      ['', settingsWord(language, 'claimNever')],
      ...all.map((each) => [String(each), format.format(each)] as const),
      ['-1', settingsWord(language, 'claimAlways')],
    ],
  });
};
