import { joinLines } from '../../platform/join-lines.ts';
import { amountText, typedAmount } from '../../pages/kit/amount.ts';
import { ownMember } from '../../platform/own-member.ts';
import { localDateTime, momentAt, zonedTimestamp } from '../../platform/zones.ts';
import { numberText } from '../format.ts';
import type { ProductTexts } from '../texts/products.ts';
import { typedNumber, typedWholeNumber } from '../typed-number.ts';

/** A field of a product. Money is typed as a decimal of the company's currency. */
export interface ProductField {
  name: keyof ProductTexts;
  /** Path of the value; default: the name of the field. */
  path?: string;
  kind: 'text' | 'rich' | 'money' | 'int' | 'number' | 'bool' | 'moment';
  /** A help text, or the meaning of an empty field. */
  hint?: keyof ProductTexts;
  isRequired?: true;
  /** Default value of a new product. */
  initial?: unknown;
  /** Collapsed, because most products keep the default. */
  isFurther?: true;
}

const COMMON: readonly ProductField[] = [
  { name: 'name', kind: 'text', isRequired: true },
  { name: 'description', kind: 'rich' },
];
const further = (fields: readonly ProductField[]): ProductField[] =>
  fields.map((field) => ({ ...field, isFurther: true }));
const VAT: ProductField = { name: 'vat_percent', kind: 'number', hint: 'vatHint' };
const SHOWN: readonly ProductField[] = [
  { name: 'active', kind: 'bool', initial: true },
  { name: 'public', kind: 'bool', initial: true },
];
const FEES: readonly ProductField[] = [{ name: 'order_fee', kind: 'money', hint: 'orderFeeHint' }, VAT];
const FORMALITIES: ProductField = { name: 'formalities', kind: 'rich', hint: 'formalitiesHint' };
const valid = (months: number): ProductField => ({ name: 'validity_months', kind: 'int', initial: months });

/** Editable fields by family. Other members of a product are kept. */
export const FIELDS: Readonly<Record<string, readonly ProductField[]>> = {
  'gift-card': [
    ...COMMON,
    { name: 'minimum_amount', kind: 'money', isRequired: true },
    { name: 'maximum_amount', kind: 'money', isRequired: true },
    valid(36),
    ...further(FEES),
  ],
  experiences: [
    ...COMMON,
    valid(24),
    ...further([
      FORMALITIES,
      { name: 'published_from', kind: 'moment', hint: 'fromHint' },
      { name: 'published_until', kind: 'moment', hint: 'untilHint' },
      ...FEES,
      ...SHOWN,
    ]),
  ],
  events: [
    ...COMMON,
    { name: 'starts_at', kind: 'moment' },
    { name: 'ends_at', kind: 'moment' },
    { name: 'venue', path: 'venue.name', kind: 'text' },
    { name: 'address', path: 'venue.address', kind: 'text' },
    { name: 'postcode', path: 'venue.postcode', kind: 'text' },
    { name: 'seats', kind: 'int', hint: 'seatsHint' },
    ...further([
      { name: 'tagline', kind: 'text' },
      { name: 'slug', kind: 'text', hint: 'slugHint' },
      { name: 'opens_at', kind: 'moment', hint: 'fromHint' },
      { name: 'closes_at', kind: 'moment', hint: 'untilHint' },
      VAT,
      ...SHOWN,
    ]),
  ],
  'special-offers': [
    ...COMMON,
    { name: 'available_until', kind: 'moment', hint: 'untilHint' },
    valid(6),
    ...further([FORMALITIES, ...FEES, ...SHOWN]),
  ],
};

const OPTION: readonly ProductField[] = [
  { name: 'name', kind: 'text', isRequired: true },
  { name: 'amount', kind: 'money', isRequired: true },
];
const DESCRIPTION: ProductField = { name: 'description', kind: 'rich' };
const ACTIVE: ProductField = { name: 'active', kind: 'bool', initial: true };

/** Editable fields of options, by family. */
const OPTION_FIELDS: Readonly<Record<string, readonly ProductField[]>> = {
  experiences: [...OPTION, ...further([DESCRIPTION, ACTIVE])],
  events: [
    ...OPTION,
    { name: 'add_on', kind: 'bool' },
    ...further([{ name: 'ticket_fee', kind: 'money' }, DESCRIPTION, ACTIVE]),
  ],
  'special-offers': [...OPTION, { name: 'regular_amount', kind: 'money' }, ...further([DESCRIPTION, ACTIVE])],
};

/** The fields of a product and of its options; empty for an unknown family. */
export const productFieldsOf = (family: string): readonly ProductField[] => ownMember(FIELDS, family) ?? [];
export const optionFieldsOf = (family: string): readonly ProductField[] => ownMember(OPTION_FIELDS, family) ?? [];

/** The company's currency and zone, and the language in which money is typed. */
export interface Terms {
  currency: string;
  time_zone: string;
  tag: string;
}

export const pathOf = ({ path, name }: ProductField): string => path ?? name;

/** A value as the text of its field. */
export const fieldText = (field: ProductField, value: unknown, { currency, time_zone: zone, tag }: Terms): string => {
  if (value === null || value === undefined) return '';
  if (field.kind === 'money') return amountText(Number(value), currency, tag);
  if (field.kind === 'bool') return value === true ? 'yes' : '';
  if (field.kind === 'number') return numberText({ t: { tag } }, Number(value));
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  if (field.kind === 'text') return joinLines(text);
  return field.kind === 'moment' ? localDateTime(Date.parse(text), zone).slice(0, 16).replace(' ', 'T') : text;
};

/** Parses a typed value. A string that is not valid is returned unchanged, and the API's rules reject it. */
export const typedValue = (field: ProductField, text: string, { currency, time_zone: zone, tag }: Terms): unknown => {
  if (field.kind === 'bool') return text === 'yes';
  if (text === '') return null;
  if (field.kind === 'number') return typedNumber(text) ?? text;
  if (field.kind === 'int') return typedWholeNumber(text) ?? text;
  if (field.kind === 'money') return typedAmount(text, currency, tag) ?? text;
  if (field.kind === 'moment') {
    const [date = '', time = ''] = text.split('T');
    const atMs = momentAt(date, time.slice(0, 5), zone);
    return atMs === undefined ? text : zonedTimestamp(atMs, zone);
  }
  return text;
};
