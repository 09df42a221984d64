import { decimalText, minorFromDecimal } from '../../platform/decimals.ts';
import { toTimestamp } from '../../platform/clock.ts';
import { ownMember } from '../../platform/own-member.ts';
import { localDateTime, momentAt } from '../../platform/zones.ts';
import type { ProductTexts } from '../texts/products.ts';

/** Type of a product's field. Money is typed as a decimal of the company's currency. */
export interface Field {
  name: keyof ProductTexts;
  /** Path of the member, if not the name. */
  path?: string;
  kind: 'text' | 'rich' | 'money' | 'int' | 'bool' | 'moment';
  /** Help text, or the meaning of an empty field. */
  hint?: keyof ProductTexts;
  isRequired?: true;
  /** Default of a new product. */
  initial?: unknown;
}

const COMMON: readonly Field[] = [
  { name: 'name', kind: 'text', isRequired: true },
  { name: 'description', kind: 'rich' },
];
const SHOWN: readonly Field[] = [
  { name: 'active', kind: 'bool', initial: true },
  { name: 'public', kind: 'bool', initial: true },
];
const FEES: readonly Field[] = [
  { name: 'order_fee', kind: 'money', hint: 'orderFeeHint' },
  { name: 'vat_percent', kind: 'int', hint: 'vatHint' },
];
const valid = (months: number): readonly Field[] => [
  { name: 'validity_months', kind: 'int', initial: months },
  ...FEES,
];

/** Editable members by family. Others are kept. */
export const FIELDS: Readonly<Record<string, readonly Field[]>> = {
  experiences: [
    ...COMMON,
    { name: 'formalities', kind: 'rich', hint: 'formalitiesHint' },
    { name: 'published_from', kind: 'moment', hint: 'fromHint' },
    { name: 'published_until', kind: 'moment', hint: 'untilHint' },
    ...valid(24),
    ...SHOWN,
  ],
  events: [
    ...COMMON,
    { name: 'tagline', kind: 'text' },
    { name: 'slug', kind: 'text', hint: 'slugHint' },
    { name: 'starts_at', kind: 'moment' },
    { name: 'ends_at', kind: 'moment' },
    { name: 'venue', path: 'venue.name', kind: 'text' },
    { name: 'address', path: 'venue.address', kind: 'text' },
    { name: 'postcode', path: 'venue.postcode', kind: 'text' },
    { name: 'seats', kind: 'int', hint: 'seatsHint' },
    { name: 'opens_at', kind: 'moment', hint: 'fromHint' },
    { name: 'closes_at', kind: 'moment', hint: 'untilHint' },
    { name: 'vat_percent', kind: 'int', hint: 'vatHint' },
    ...SHOWN,
  ],
  'special-offers': [
    ...COMMON,
    { name: 'formalities', kind: 'rich', hint: 'formalitiesHint' },
    { name: 'available_until', kind: 'moment', hint: 'untilHint' },
    ...valid(6),
    ...SHOWN,
  ],
  'gift-card': [
    ...COMMON,
    { name: 'minimum_amount', kind: 'money', isRequired: true },
    { name: 'maximum_amount', kind: 'money', isRequired: true },
    ...valid(36),
  ],
};

const OPTION: readonly Field[] = [
  { name: 'name', kind: 'text', isRequired: true },
  { name: 'description', kind: 'rich' },
  { name: 'amount', kind: 'money', isRequired: true },
];

/** Editable members of options. */
export const OPTION_FIELDS: Readonly<Record<string, readonly Field[]>> = {
  experiences: [...OPTION, { name: 'active', kind: 'bool', initial: true }],
  events: [
    ...OPTION,
    { name: 'ticket_fee', kind: 'money' },
    { name: 'add_on', kind: 'bool' },
    { name: 'active', kind: 'bool', initial: true },
  ],
  'special-offers': [
    ...OPTION,
    { name: 'regular_amount', kind: 'money' },
    { name: 'active', kind: 'bool', initial: true },
  ],
};

/** The fields of a product and of its options; none for an unknown family. */
export const fieldsOf = (family: string): readonly Field[] => ownMember(FIELDS, family) ?? [];
export const optionFieldsOf = (family: string): readonly Field[] => ownMember(OPTION_FIELDS, family) ?? [];

/** Money and times depend on the company. */
export interface Terms {
  currency: string;
  time_zone: string;
}

export const pathOf = ({ path, name }: Field): string => path ?? name;

/** A member in its field. */
export const textOf = (field: Field, value: unknown, { currency, time_zone: zone }: Terms): string => {
  if (value === null || value === undefined) return '';
  if (field.kind === 'money') return decimalText(Number(value), currency);
  if (field.kind === 'bool') return value === true ? 'yes' : '';
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return field.kind === 'moment' ? localDateTime(Date.parse(text), zone).slice(0, 16) : text;
};

/** A typed member; the service rejects invalid values. */
export const valueOf = (field: Field, text: string, { currency, time_zone: zone }: Terms): unknown => {
  if (field.kind === 'bool') return text === 'yes';
  if (text === '') return null;
  if (field.kind === 'int') return /^-?\d+$/.test(text) ? Number(text) : text;
  if (field.kind === 'money') return minorFromDecimal(text.replace(',', '.'), currency) ?? text;
  if (field.kind === 'moment') {
    const [date = '', time = ''] = text.split('T');
    const atMs = momentAt(date, time.slice(0, 5), zone);
    return atMs === undefined ? text : toTimestamp(atMs);
  }
  return text;
};
