import { PAGE_LANGUAGES } from '../../platform/page-languages.ts';
import { pageLanguageOf } from '../../domain/storefront/order-page/languages.ts';
import type { NamedValues } from '../pages/named-values.ts';
import type { SettingsWord } from '../texts/company-settings.ts';

/** A field of a settings form, with the path of its member. */
export interface SettingsField {
  path: string;
  kind: 'line' | 'email' | 'url' | 'rich' | 'flag' | 'number' | 'amount' | 'choice' | 'ticks' | 'rows' | 'id';
  word: SettingsWord;
  /** Added to the label: the language of a text. */
  of?: string;
  isRequired?: boolean;
  /** An empty value is kept as a text instead of removing the member. */
  keepsEmpty?: boolean;
  /** An empty value removes this instead. */
  removes?: string;
  /** A sentence below it. */
  hint?: SettingsWord;
  /** Shown in a group of its own: texts of other languages, and fields for postal delivery only. */
  group?: 'languages' | 'post';
  /** Of postal delivery: shown for this carrier only, unless it has a value. */
  carrier?: 'courier' | 'own_post';
  /** Of `choice`: a long list of values, by their names in the language of the page. */
  names?: NamedValues;
  /** Of `number`: the numbers of months to choose from, in addition to never and always. */
  months?: readonly number[];
  /** Of `choice` and `ticks`. */
  choices?: readonly SettingsWord[];
  /** Of `rows`. A column of kind `id` is the number by which orders name an entry; new entries get the next one. */
  columns?: readonly SettingsField[];
  /** Of `rows`: users choose the order of the entries. */
  isOrdered?: boolean;
  /** Of `rows`: the column with the address of a picture, and the one with its name. A file becomes a new entry. */
  pictures?: { url: string; name: string };
}

export const SETTINGS_SECTIONS = ['company', 'terms', 'delivery', 'mails', 'greeting'] as const;
export type SettingsSection = (typeof SETTINGS_SECTIONS)[number];

const field = (
  kind: SettingsField['kind'],
  path: string,
  word: SettingsWord = path as SettingsWord,
  more: Partial<SettingsField> = {},
): SettingsField => ({ kind, path, word, ...more });

const COMPANY: readonly SettingsField[] = [
  field('line', 'name', 'name', { isRequired: true }),
  field('line', 'vat_number'),
  field('line', 'address.street', 'address.street', { keepsEmpty: true }),
  field('line', 'address.postcode', 'address.postcode', { keepsEmpty: true }),
  field('line', 'address.city', 'address.city', { keepsEmpty: true }),
  field('choice', 'address.country', 'address.country', { keepsEmpty: true, names: 'countries' }),
  field('email', 'contact.email'),
  field('line', 'contact.phone'),
  field('url', 'contact.web'),
  field('line', 'contact.redeem_at', 'contact.redeem_at', { hint: 'redeemAtHint' }),
  field('choice', 'language', 'language', { isRequired: true, names: 'languages', hint: 'languageHint' }),
  field('choice', 'time_zone', 'time_zone', { isRequired: true, names: 'zones' }),
  field('choice', 'currency', 'currency', { isRequired: true, names: 'currencies', hint: 'currencyHint' }),
  field('number', 'vat_percent', 'vat_percent', { isRequired: true }),
];

const terms = (language: string): readonly SettingsField[] => [
  field('rich', 'terms.html', 'terms.html', { of: language, hint: 'termsHint' }),
  field('url', 'terms.url', 'terms.url', { hint: 'termsUrlHint' }),
  ...PAGE_LANGUAGES.filter((each) => each !== pageLanguageOf(language)).map((each) =>
    field('rich', `terms.languages.${each}.html`, 'terms.html', {
      of: each,
      removes: `terms.languages.${each}`,
      group: 'languages',
    }),
  ),
];

const DELIVERY: readonly SettingsField[] = [
  field('flag', 'delivery.recipient_email.available', 'recipient_email'),
  field('flag', 'delivery.sender_email.available', 'sender_email'),
  field('flag', 'delivery.postal', 'postal'),
  field('choice', 'delivery.postal.carrier', 'carrier', { choices: ['own_post', 'courier'], group: 'post' }),
  field('flag', 'delivery.postal.phone_required', 'phone_required', { group: 'post' }),
  field('amount', 'delivery.postal.extra_card', 'extra_card', { group: 'post' }),
  field('rows', 'delivery.postal.destinations', 'destinations', {
    group: 'post',
    hint: 'destinationsHint',
    columns: [
      field('choice', 'country', 'country', { names: 'countries' }),
      field('amount', 'private'),
      field('amount', 'collection', 'collection', { carrier: 'courier' }),
      field('amount', 'company', 'to_company'),
    ],
  }),
  field('rows', 'delivery.postal.priorities', 'priorities', {
    group: 'post',
    carrier: 'own_post',
    hint: 'prioritiesHint',
    isOrdered: true,
    columns: [
      field('id', 'id'),
      field('line', 'label'),
      field('line', 'description'),
      field('amount', 'price_per_card'),
      field('flag', 'default'),
    ],
  }),
];

const MAILS: readonly SettingsField[] = [
  field('line', 'defaults.sender_name'),
  field('email', 'defaults.no_reply_email'),
  field('flag', 'reminders'),
  field('number', 'claim_expired', 'claim_expired', { months: [1, 2, 3, 6, 12, 24, 36] }),
  field('ticks', 'hide_prices', 'hide_prices', {
    choices: ['gift_card', 'gift_card_variant', 'event_ticket', 'special_offer'],
  }),
];

const GREETING: readonly SettingsField[] = [
  field('number', 'greeting.max_length'),
  field('rows', 'greeting.designs', 'greeting.designs', {
    isOrdered: true,
    pictures: { url: 'url', name: 'name' },
    columns: [field('id', 'id'), field('line', 'name', 'design_name'), field('line', 'url', 'design_url')],
  }),
];

/** The fields of a section, for a company's language. */
export const settingsFieldsOf = (section: SettingsSection, language: string): readonly SettingsField[] => {
  if (section === 'terms') return terms(language);
  return { company: COMPANY, delivery: DELIVERY, mails: MAILS, greeting: GREETING }[section];
};

/** Empty rows at the end of a list, for additions without script. */
export const SPARE_ROWS = 2;

/** Name of a cell of a list. */
export const cellName = (list: string, row: number, column: string): string => `${list}.${row}.${column}`;
