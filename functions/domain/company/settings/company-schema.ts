import { worded } from '../../../platform/messages/worded.ts';
import { management } from '../../../platform/messages/management.ts';
import { issueText } from '../../../platform/messages/worded.ts';
import { validation } from '../../../platform/messages/validation.ts';
import { emailSchema } from '../../../platform/email-address.ts';
import * as z from 'zod/mini';
import {
  COMPANY_GATEWAYS,
  DEFAULT_GATEWAY,
  DEFAULT_METHODS,
  DELAYED_METHODS,
  PAYMENT_METHODS,
} from '../../../platform/payment-methods.ts';
import { isLanguageTag } from '../../../platform/language-tags.ts';
import { accountsSchema } from './accounts-schema.ts';
import { operatorBrand } from './brand-schema.ts';
import { operatorTemplate } from './template-schema.ts';
import {
  filledText,
  text,
  handle,
  longText,
  slug,
  id,
  amount,
  percentField,
  country,
  currency,
  maybe,
  otherwise,
  flag,
  images,
  categoryIds,
  quantity,
  months,
  vatFields,
  validityMonths,
  webAddress,
} from './fields.ts';

const giftCard = z.strictObject({
  name: text,
  description: maybe(longText),
  minimum_amount: amount,
  maximum_amount: amount,
  quantity,
  order_fee: otherwise(amount, 0),
  validity_months: validityMonths(36),
  images,
  categories: categoryIds,
  ...vatFields,
});

const postal = z.strictObject({
  carrier: z.enum(['courier', 'own_post']),
  phone_required: flag(false),
  destinations: z.array(
    z.strictObject({
      country,
      private: maybe(amount),
      collection: maybe(amount),
      company: maybe(amount),
    }),
  ),
  extra_card: otherwise(amount, 0),
  priorities: otherwise(
    z.array(
      z.strictObject({
        id,
        label: text,
        description: maybe(z.string()),
        price_per_card: amount,
        default: flag(false),
      }),
    ),
    [],
  ),
});

const emailMethod = otherwise(z.strictObject({ available: flag(true) }), { available: true });

const delivery = otherwise(
  z.strictObject({
    recipient_email: emailMethod,
    sender_email: emailMethod,
    postal: maybe(postal),
  }),
  { recipient_email: { available: true }, sender_email: { available: true } },
);

const LANGUAGE = 'This must be a language tag of at most 35 characters, such as da or en-GB.';

/** A language tag for the `locale` of an order, of a language with a two-letter code. */
const languageTag = z.string().check(z.refine((text) => /^[a-z]{2}(-|$)/.test(text) && isLanguageTag(text), LANGUAGE));

/** Drops the members that a merge patch leaves as null. */
const filled = <R extends object>(record: R): { [K in keyof R]: NonNullable<R[K]> } =>
  Object.fromEntries(Object.entries(record).filter(([, value]) => value !== null)) as {
    [K in keyof R]: NonNullable<R[K]>;
  };

/** Terms in the company's language, and in others by language tag. */
const termsText = {
  html: maybe(longText),
  languages: maybe(z.pipe(z.record(languageTag, z.nullable(z.strictObject({ html: longText }))), z.transform(filled))),
};

const FAMILIES = ['gift_card', 'gift_card_variant', 'event_ticket', 'special_offer'] as const;
const families = z.enum(FAMILIES);

const terms = z.strictObject({
  url: maybe(z.string()),
  ...termsText,
  families: maybe(z.pipe(z.partialRecord(families, z.nullable(z.strictObject(termsText))), z.transform(filled))),
});

/** Contact of the shop, and places of redemption. */
const contact = z.strictObject({
  phone: maybe(text),
  email: maybe(emailSchema()),
  web: maybe(webAddress),
  redeem_at: maybe(text),
});

const OFFERED = validation('choice_unknown', { choices: PAYMENT_METHODS });
const DELAYED = management('method_delayed');

const paymentMethod = z.enum(PAYMENT_METHODS, {
  error: ({ input }) => ({ message: issueText(DELAYED_METHODS.has(input) ? DELAYED : OFFERED) }),
});

/** Preferred first. */
const paymentMethods = z.array(paymentMethod).check(
  z.minLength(1),
  z.refine((types) => new Set(types).size === types.length, worded(management('method_repeated'))),
);

const gateway = z.enum(COMPANY_GATEWAYS, {
  error: ({ input }) =>
    `There is no payment gateway ${JSON.stringify(input)}: this must be one of ${COMPANY_GATEWAYS.join(', ')}.`,
});

export const companySchema = z.strictObject({
  slug,
  name: filledText,
  vat_number: maybe(z.string().check(z.maxLength(50))),
  address: maybe(z.strictObject({ street: z.string(), postcode: z.string(), city: z.string(), country })),
  active: flag(true),
  currency,
  language: languageTag,
  time_zone: otherwise(z.string(), 'Europe/Copenhagen'),
  parent: maybe(slug),
  assigned: otherwise(z.array(slug), []),
  contract: z.strictObject({
    checkout: z.boolean(),
    invoice_settlement: flag(false),
    settlement_modes: otherwise(z.array(handle), []),
    commission_percent: maybe(percentField),
    payment_methods: otherwise(paymentMethods, [...DEFAULT_METHODS]),
    gateway: otherwise(gateway, DEFAULT_GATEWAY),
  }),
  approved_urls: z.array(webAddress),
  terms: maybe(terms),
  contact: maybe(contact),
  hide_prices: maybe(z.array(families)),
  reminders: maybe(z.boolean()),
  brand: maybe(operatorBrand()),
  pdf_templates: maybe(z.array(operatorTemplate())),
  defaults: otherwise(z.strictObject({ sender_name: maybe(text), no_reply_email: maybe(emailSchema()) }), {}),
  claim_expired: maybe(months(-1)),
  /** VAT of fees and shipping, and the default rate. Absent: `vatPercentOf`. */
  vat_percent: maybe(percentField),
  accounts: maybe(accountsSchema),
  /** Days after which value that can no longer be claimed becomes breakage; absent: never. */
  breakage_after_days: maybe(z.int().check(z.gte(0), z.lte(3650))),
  gift_card: maybe(giftCard),
  delivery,
  greeting: otherwise(
    z.strictObject({
      max_length: otherwise(z.int().check(z.gte(0), z.lte(2000)), 400),
      designs: otherwise(z.array(z.strictObject({ id, name: z.string(), url: z.string() })), []),
      amount_images: otherwise(z.array(z.unknown()), []),
    }),
    { max_length: 400, designs: [], amount_images: [] },
  ),
  categories: otherwise(z.array(z.strictObject({ id, name: text })), []),
  order_page: maybe(z.strictObject({ values: z.record(z.string(), z.unknown()) })),
  vendor: maybe(z.strictObject({ name: text, base_url: webAddress, prefix: handle })),
});

export type Company = z.output<typeof companySchema>;
