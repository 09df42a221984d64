import { withErrorText, issueText } from '../../../platform/messages/error-text.ts';
import { management } from '../../../platform/messages/management.ts';
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
  identifier,
  longText,
  slug,
  id,
  amount,
  percentField,
  country,
  currency,
  optional,
  withDefault,
  flag,
  images,
  categoryIds,
  quantity,
  months,
  vatFields,
  validityMonths,
  webUrl,
} from './fields.ts';
import { upTo } from '../../../platform/length-between.ts';

const giftCard = z.strictObject({
  name: text,
  description: optional(longText),
  minimum_amount: amount,
  maximum_amount: amount,
  quantity,
  order_fee: withDefault(amount, 0),
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
      private: optional(amount),
      collection: optional(amount),
      company: optional(amount),
    }),
  ),
  extra_card: withDefault(amount, 0),
  priorities: withDefault(
    z.array(
      z.strictObject({
        id,
        label: text,
        description: optional(longText),
        price_per_card: amount,
        default: flag(false),
      }),
    ),
    [],
  ),
});

const emailMethod = withDefault(z.strictObject({ available: flag(true) }), { available: true });

const delivery = withDefault(
  z.strictObject({
    recipient_email: emailMethod,
    sender_email: emailMethod,
    postal: optional(postal),
  }),
  { recipient_email: { available: true }, sender_email: { available: true } },
);

const LANGUAGE = 'This must be a language tag of at most 35 characters, such as da or en-GB.';

/** A language tag as in the `locale` of an order. The language must have a two-letter code. */
const languageTag = z.string().check(z.refine((text) => /^[a-z]{2}(-|$)/.test(text) && isLanguageTag(text), LANGUAGE));

/** Removes members that are null after a merge patch. */
const withoutNulls = <R extends object>(record: R): { [K in keyof R]: NonNullable<R[K]> } =>
  Object.fromEntries(Object.entries(record).filter(([, value]) => value !== null)) as {
    [K in keyof R]: NonNullable<R[K]>;
  };

/** Terms in the company's language, and translations by language tag. */
const termsText = {
  html: optional(longText),
  languages: optional(
    z.pipe(z.record(languageTag, z.nullable(z.strictObject({ html: longText }))), z.transform(withoutNulls)),
  ),
};

const FAMILIES = ['gift_card', 'gift_card_variant', 'event_ticket', 'special_offer'] as const;
const families = z.enum(FAMILIES);

const terms = z.strictObject({
  url: optional(longText),
  ...termsText,
  families: optional(
    z.pipe(z.partialRecord(families, z.nullable(z.strictObject(termsText))), z.transform(withoutNulls)),
  ),
});

/** Contact of the shop, and places of redemption. */
const contact = z.strictObject({
  phone: optional(text),
  email: optional(emailSchema()),
  web: optional(webUrl),
  redeem_at: optional(text),
});

const OFFERED = validation('choice_unknown', { choices: PAYMENT_METHODS });
const DELAYED = management('method_delayed');

const paymentMethod = z.enum(PAYMENT_METHODS, {
  error: ({ input }) => ({ message: issueText(DELAYED_METHODS.has(input) ? DELAYED : OFFERED) }),
});

/** Payment methods in the order of preference. */
const paymentMethods = z.array(paymentMethod).check(
  z.minLength(1),
  z.refine((types) => new Set(types).size === types.length, withErrorText(management('method_repeated'))),
);

const gateway = z.enum(COMPANY_GATEWAYS, {
  error: ({ input }) =>
    `There is no payment gateway ${JSON.stringify(input)}: this must be one of ${COMPANY_GATEWAYS.join(', ')}.`,
});

export const companySchema = z.strictObject({
  slug,
  name: filledText,
  vat_number: optional(z.string().check(upTo(50))),
  address: optional(z.strictObject({ street: text, postcode: text, city: text, country })),
  active: flag(true),
  currency,
  language: languageTag,
  time_zone: withDefault(z.string(), 'Europe/Copenhagen'),
  parent: optional(slug),
  assigned: withDefault(z.array(slug), []),
  contract: z.strictObject({
    checkout: z.boolean(),
    invoice_settlement: flag(false),
    settlement_modes: withDefault(z.array(identifier), []),
    commission_percent: optional(percentField),
    payment_methods: withDefault(paymentMethods, [...DEFAULT_METHODS]),
    gateway: withDefault(gateway, DEFAULT_GATEWAY),
  }),
  approved_urls: z.array(webUrl),
  terms: optional(terms),
  contact: optional(contact),
  hide_prices: optional(z.array(families)),
  reminders: optional(z.boolean()),
  brand: optional(operatorBrand()),
  pdf_templates: optional(z.array(operatorTemplate())),
  defaults: withDefault(z.strictObject({ sender_name: optional(text), no_reply_email: optional(emailSchema()) }), {}),
  claim_expired: optional(months(-1)),
  /** VAT rate of fees and shipping, and default rate of products. If absent, `vatPercentOf` returns the default. */
  vat_percent: optional(percentField),
  accounts: optional(accountsSchema),
  /** Days after which value that can no longer be claimed becomes breakage; absent: never. */
  breakage_after_days: optional(z.int().check(z.gte(0), z.lte(3650))),
  gift_card: optional(giftCard),
  delivery,
  greeting: withDefault(
    z.strictObject({
      max_length: withDefault(z.int().check(z.gte(0), z.lte(2000)), 400),
      designs: withDefault(z.array(z.strictObject({ id, name: text, url: webUrl })), []),
      amount_images: withDefault(z.array(z.unknown()), []),
    }),
    { max_length: 400, designs: [], amount_images: [] },
  ),
  categories: withDefault(z.array(z.strictObject({ id, name: text })), []),
  order_page: optional(z.strictObject({ values: z.record(z.string(), z.unknown()) })),
  vendor: optional(z.strictObject({ name: text, base_url: webUrl, prefix: identifier })),
});

export type Company = z.output<typeof companySchema>;
