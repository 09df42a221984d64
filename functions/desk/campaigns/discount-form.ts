import type { DiscountCodeEntry } from '../../domain/administration/discount-codes/entry.ts';
import type { DeskVisit } from '../visit.ts';
import { numberText } from '../format.ts';
import { momentText, TypedFields } from './typed.ts';

export const DISCOUNT_FIELDS = [
  'code',
  'percent',
  'applies_to',
  'opens_at',
  'closes_at',
  'max_uses',
  'count',
  'prefix',
];

/** The settings of a discount code from a form. Throws 422 with every field that is not a number or a time. */
export const typedSettings = (visit: DeskVisit, stored?: DiscountCodeEntry): Record<string, unknown> => {
  const fields = new TypedFields(visit);
  const settings = {
    percent: fields.number('percent') ?? undefined,
    applies_to: fields.text('applies_to'),
    opens_at: fields.moment('opens_at', stored?.opens_at),
    closes_at: fields.moment('closes_at', stored?.closes_at),
    enabled: fields.tick('enabled'),
  };
  fields.assertValid();
  return settings;
};

/** Maximum number of uses of the code; null: unlimited. Throws 422. */
export const typedMaxUses = (visit: DeskVisit): number | null => {
  const fields = new TypedFields(visit);
  const uses = fields.whole('max_uses');
  fields.assertValid();
  return uses;
};

export const discountValues = (visit: DeskVisit, code?: DiscountCodeEntry): Record<string, string> => ({
  code: code?.code ?? '',
  percent: code ? numberText(visit, code.percent) : '',
  applies_to: code?.applies_to ?? 'goods',
  opens_at: momentText(code?.opens_at ?? null, visit.company.time_zone),
  closes_at: momentText(code?.closes_at ?? null, visit.company.time_zone),
  enabled: (code?.enabled ?? true) ? 'yes' : '',
  max_uses: code?.max_uses === null || code === undefined ? '' : String(code.max_uses),
  count: '',
  prefix: '',
});
