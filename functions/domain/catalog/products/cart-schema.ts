import { ordering } from '../../../platform/messages/ordering.ts';
import { withErrorText } from '../../../platform/messages/error-text.ts';
import { validation } from '../../../platform/messages/validation.ts';
import { emailSchema } from '../../../platform/email-address.ts';
import * as z from 'zod/mini';
import { lazy } from '../../../platform/lazy.ts';
import { lengthBetween } from '../../../platform/length-between.ts';
import { hasVisible } from '../../../platform/visible.ts';

/**
 * The schemas of a cart: lines, delivery and a discount code. A quote has this body, and the body of an order extends
 * it. These schemas check shapes only; pricing/ and delivery/ check rules.
 */
const LINE_COUNT_MAX = 20;
const TEXT_MAX = 255;

/** A string of invisible characters counts as empty; an empty string is reported for its length only. */
export const visibleText = (maximum: number) =>
  z.string().check(
    z.trim(),
    lengthBetween(1, maximum),
    z.refine(
      (text) => text === '' || hasVisible(text),
      withErrorText(validation('length_out_of_range', { minimum: 1, maximum })),
    ),
  );

const text = lazy(() => visibleText(TEXT_MAX));
const idText = lazy(() => z.string().check(lengthBetween(1, 100)));
export const countryCode = lazy(() =>
  z.string().check(z.regex(/^[A-Z]{2}$/, withErrorText(validation('country_code_malformed')))),
);

/** An optional member. Null counts as absent, because quotes and orders return null and many clients send it. */
export const optional = <S extends z.ZodMiniType>(schema: S) =>
  z.optional(
    z.pipe(
      z.nullable(schema),
      z.transform((value) => value ?? undefined),
    ),
  );

/**
 * The event decides whether a ticket may have an address, a collection point or both. An address requires all its
 * members.
 */
const ticketSchema = lazy(() =>
  z.strictObject({
    comment: optional(z.string().check(lengthBetween(0, 2000))),
    code: optional(z.string().check(z.trim(), lengthBetween(0, TEXT_MAX))),
    collection_point_id: optional(idText()),
    address: optional(z.strictObject({ name: text(), street: text(), city: text() })),
  }),
);

const lineSchema = lazy(() =>
  z.strictObject({
    product_id: idText(),
    product_option_id: optional(idText()),
    amount: optional(z.int().check(z.describe('Value of the gift card, in the smallest unit; for gift cards only.'))),
    quantity: z.int(),
    ticket: optional(ticketSchema().check(z.describe('What the event requires; for event tickets only.'))),
  }),
);

export const itemsSchema = lazy(() =>
  z
    .array(lineSchema())
    .check(
      z.minLength(1, withErrorText(ordering('no_line'))),
      z.maxLength(LINE_COUNT_MAX, withErrorText(ordering('too_many_lines', { maximum: LINE_COUNT_MAX }))),
    ),
);

/**
 * Members that depend on the kind of delivery are checked by delivery/rules.ts, because a quote needs only the country.
 */
const addressSchema = lazy(() =>
  z.strictObject({
    kind: optional(z.enum(['private', 'company'])),
    name: optional(text()),
    company_name: optional(text()),
    street: optional(text()),
    postcode: optional(visibleText(20)),
    city: optional(text()),
    country: optional(countryCode()),
    email: optional(emailSchema()),
    phone: optional(visibleText(40)),
  }),
);

export const deliverySchema = lazy(() =>
  z.strictObject({
    method: optional(
      z
        .enum(['recipient_email', 'sender_email', 'postal'])
        .check(
          z.describe(
            'Default: `recipient_email` with `send_at`, or if the address of the recipient is not that of the buyer; otherwise `sender_email`.',
          ),
        ),
    ),
    send_at: optional(
      z
        .string()
        .check(
          lengthBetween(1, 64),
          z.describe('When the order is sent: RFC 3339 with offset. Null or absent: immediately.'),
        ),
    ),
    pickup_point_id: optional(idText()),
    shipping_priority: optional(idText()),
    address: optional(addressSchema()),
  }),
);

export const enteredCodeSchema = lazy(() => z.string().check(lengthBetween(5, 25)));

/** Body of POST /v2/quotes. `sender` is accepted but ignored, so that clients can build quotes and orders alike. */
export const quoteBody = lazy(() =>
  z.strictObject({
    items: itemsSchema(),
    delivery: optional(deliverySchema()),
    discount_code: optional(enteredCodeSchema()),
    sender: z.optional(z.unknown().check(z.describe('Accepted and ignored.'))),
  }),
);

export type CartLine = z.output<ReturnType<typeof lineSchema>>;
export type Ticket = z.output<ReturnType<typeof ticketSchema>>;
export type Delivery = z.output<ReturnType<typeof deliverySchema>>;
export type QuoteBody = z.output<ReturnType<typeof quoteBody>>;
