import { PAGE_LANGUAGES } from '../../platform/page-languages.ts';
import { pageLanguageOf } from '../../domain/storefront/order-page/languages.ts';
import type { NamedValues } from '../pages/named-values.ts';
import type { SettingsWord } from '../texts/company-settings.ts';

/** A field of a settings form. `path` leads to its value in the settings. */
export interface SettingsField {
  path: string;
  kind: 'line' | 'email' | 'url' | 'rich' | 'flag' | 'number' | 'whole' | 'amount' | 'choice' | 'ticks' | 'rows' | 'id';
  word: SettingsWord;
  /** The language of the text, which is added to the label. */
  of?: string;
  isRequired?: boolean;
  /** An empty input is stored as an empty text instead of removing the value. */
  keepsEmpty?: boolean;
  /** An empty input removes the value at this path instead. */
  removes?: string;
  /** A sentence below the field. */
  hint?: SettingsWord;
  /** The field is shown in a separate group: texts in other languages, or fields for postal delivery only. */
  group?: 'languages' | 'post';
  /** A field of postal delivery that only this carrier needs. Hidden for the other carrier, unless it has a value. */
  carrier?: 'courier' | 'own_post';
  /** For `choice`: a long list of values, shown with their names in the language of the page. */
  names?: NamedValues;
  /** For `number`: the offered numbers of months, in addition to never and always. */
  months?: readonly number[];
  /** For `choice` and `ticks`: the offered values. */
  choices?: readonly SettingsWord[];
  /**
   * For `rows`. A column of kind `id` is the number by which orders refer to an entry; a new entry gets the next
   * number.
   */
  columns?: readonly SettingsField[];
  /** For `rows`: users can change the order of the entries. */
  isOrdered?: boolean;
  /** For `rows`: the columns with a picture's URL and its name. An uploaded file becomes a new entry. */
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
  field('whole', 'greeting.max_length'),
  field('rows', 'greeting.designs', 'greeting.designs', {
    isOrdered: true,
    pictures: { url: 'url', name: 'name' },
    columns: [field('id', 'id'), field('line', 'name', 'design_name'), field('line', 'url', 'design_url')],
  }),
];

/** The fields of a section. Labels of texts depend on the company's language. */
export const settingsFieldsOf = (section: SettingsSection, language: string): readonly SettingsField[] => {
  if (section === 'terms') return terms(language);
  return { company: COMPANY, delivery: DELIVERY, mails: MAILS, greeting: GREETING }[section];
};

/** Number of empty rows at the end of a list, so that entries can be added without JavaScript. */
export const SPARE_ROWS = 2;

/** Name of the form field of a cell in a list. */
export const cellName = (list: string, row: number, column: string): string => `${list}.${row}.${column}`;
