import { ordering } from '../../../platform/messages/ordering.ts';
import { issueText, withErrorText } from '../../../platform/messages/error-text.ts';
import { validation } from '../../../platform/messages/validation.ts';
import { emailSchema } from '../../../platform/email-address.ts';
import * as z from 'zod/mini';
import { isCountry } from '../../../platform/countries.ts';
import { isLanguageTag } from '../../../platform/language-tags.ts';
import { lazy } from '../../../platform/lazy.ts';
import {
  countryCode,
  deliverySchema,
  enteredCodeSchema,
  itemsSchema,
  optional,
  visibleText,
} from '../../catalog/products/cart-schema.ts';
import { lengthBetween, upTo } from '../../../platform/length-between.ts';

const NAME_MAX = 255;
const VAT_NUMBER_MAX = 50;
const CLIENT_REFERENCE_MAX = 255;
const CONSENT_TEXT_MAX = 500;
const CONSENT_VERSION_MAX = 40;

const name = lazy(() => visibleText(NAME_MAX));

const ADDRESS_MEMBERS = ['street', 'postcode', 'city', 'country'] as const;

/** The four address members are required together. Reports each missing member. */
const senderCompany = lazy(() =>
  z
    .strictObject({
      name: name(),
      vat_number: visibleText(VAT_NUMBER_MAX),
      street: optional(name()),
      postcode: optional(visibleText(20)),
      city: optional(name()),
      country: optional(countryCode().check(z.refine(isCountry, withErrorText(validation('country_unknown'))))),
    })
    .check((context) => {
      const missing = ADDRESS_MEMBERS.filter((member) => context.value[member] === undefined);
      if (missing.length === 0 || missing.length === ADDRESS_MEMBERS.length) return;
      for (const member of missing) {
        context.issues.push({
          code: 'custom',
          path: [member],
          input: context.value,
          message: issueText(ordering('address_incomplete')),
        });
      }
    }),
);

const greeting = lazy(() =>
  z.strictObject({
    message: z.optional(z.nullable(z.string())),
    image: z.optional(
      z.nullable(
        z.strictObject({
          source: z.enum(['none', 'design', 'upload']),
          design_id: optional(z.string().check(z.describe('A design that the product offers: `gid_…`.'))),
          upload_id: optional(z.string()),
        }),
      ),
    ),
  }),
);

/** Consent to marketing, given or declined, with the wording shown (lib/reference/orders.md#consent). */
const marketingConsent = lazy(() =>
  z
    .strictObject({
      granted: z.boolean(),
      source: z.enum(['storefront_checkout', 'partner_checkout', 'partner_import']),
      consent_text: optional(z.string().check(upTo(CONSENT_TEXT_MAX))),
      consent_text_version: optional(z.string().check(upTo(CONSENT_VERSION_MAX))),
    })
    .check(
      z.refine((consent) => !consent.granted || (consent.consent_text ?? '').trim() !== '', {
        path: ['consent_text'],
        message: 'Send the wording that the buyer agreed to.',
      }),
    ),
);

/** Body of POST /v2/orders. All objects are closed (lib/reference/requests.md#closed-objects). */
export const createOrderBody = lazy(() =>
  z.strictObject({
    items: itemsSchema(),
    sender: z.strictObject({ name: name(), email: emailSchema(), company: z.optional(z.nullable(senderCompany())) }),
    recipient: z.optional(
      z.nullable(
        z
          .strictObject({ name: optional(name()), email: optional(emailSchema()) })
          .check(z.describe('The recipient; without one, the buyer is the recipient.')),
      ),
    ),
    /** Stored without surrounding whitespace, because the filter of the list of orders removes it, too. */
    client_reference: z.optional(z.nullable(z.string().check(z.trim(), lengthBetween(1, CLIENT_REFERENCE_MAX)))),
    locale: z.optional(
      z.nullable(
        z
          .string()
          .check(z.refine(isLanguageTag, 'This must be a language tag of at most 35 characters, such as da or en-GB.')),
      ),
    ),
    return_url: optional(z.string().check(upTo(2048), z.describe('Approved address to which the buyer returns.'))),
    greeting: z.optional(z.nullable(greeting())),
    delivery: optional(deliverySchema()),
    marketing_consent: z.optional(z.nullable(marketingConsent())),
    discount_code: optional(enteredCodeSchema()),
  }),
);

export type CreateOrderBody = z.output<ReturnType<typeof createOrderBody>>;
