import * as z from 'zod/mini';
import { SCOPES } from '../../platform/scopes.ts';

/**
 * The operator data file: companies, keys, catalogue, campaigns and users. Names are those of the wire, and what is
 * stored keeps them. Money is in the smallest currency unit, timestamps are RFC 3339 with offset. All objects are
 * closed; defaults are filled in here and nowhere else.
 */
/** Names and labels for people; an operator may leave one empty. */
const text = z.string().check(z.maxLength(500));
/** What something is found by. */
const handle = z.string().check(z.minLength(1), z.maxLength(500));
const longText = z.string().check(z.maxLength(20_000));
const slug = z
  .string()
  .check(z.regex(/^[a-z0-9][a-z0-9-]{0,62}$/, 'This must be a slug: small letters, digits and hyphens.'));
const id = z.int().check(z.gte(1));
const amount = z.int().check(z.gte(0), z.lte(99_999_999));
const percent = z.number().check(z.gte(0), z.lte(100));
const country = z.string().check(z.regex(/^[A-Z]{2}$/, 'This must be a country code of two capital letters.'));
const offsetTimestamp = z.string().check(
  z.regex(
    /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/,
    'This must be an RFC 3339 timestamp with offset.',
  ),
  z.refine((value) => !Number.isNaN(Date.parse(value)), 'This moment does not exist.'),
);
const moment = z._default(z.nullable(offsetTimestamp), null);
const flag = (byDefault: boolean) => z._default(z.boolean(), byDefault);
const image = z.strictObject({ url: z.string(), role: z._default(z.enum(['product', 'option']), 'product') });
const images = z._default(z.array(image), []);
const categoryIds = z._default(z.array(id), []);

/** Bounds on the quantity of one line; an absent maximum sells at 100, and 1000 is the cap. */
const quantity = z._default(
  z.strictObject({
    minimum: z._default(z.int().check(z.gte(1)), 1),
    maximum: z.optional(z.int().check(z.gte(1))),
  }),
  { minimum: 1 },
);

const giftCard = z.strictObject({
  name: text,
  description: z.optional(longText),
  minimum_amount: amount,
  maximum_amount: amount,
  quantity,
  order_fee: z._default(amount, 0),
  validity_months: z._default(z.int().check(z.gte(1)), 36),
  images,
  categories: categoryIds,
});

const postal = z.strictObject({
  carrier: z.enum(['courier', 'own_post']),
  phone_required: flag(false),
  destinations: z.array(
    z.strictObject({
      country,
      private: z.optional(amount),
      collection: z.optional(amount),
      company: z.optional(amount),
    }),
  ),
  extra_card: z._default(amount, 0),
  priorities: z._default(
    z.array(
      z.strictObject({
        id,
        label: text,
        description: z.optional(z.string()),
        price_per_card: amount,
        default: flag(false),
      }),
    ),
    [],
  ),
});

const emailMethod = z._default(z.strictObject({ available: flag(true) }), { available: true });

const delivery = z._default(
  z.strictObject({
    recipient_email: emailMethod,
    sender_email: emailMethod,
    postal: z.optional(postal),
  }),
  { recipient_email: { available: true }, sender_email: { available: true } },
);

export const companySchema = z.strictObject({
  slug,
  name: text,
  vat_number: z.optional(z.string().check(z.maxLength(50))),
  address: z.optional(z.strictObject({ street: z.string(), postcode: z.string(), city: z.string(), country })),
  active: flag(true),
  currency: z.string().check(z.regex(/^[A-Z]{3}$/, 'This must be a currency code of three capital letters.')),
  language: z.string().check(z.regex(/^[a-z]{2}(-[A-Za-z0-9]+)*$/, 'This must be a language tag such as da or en-GB.')),
  time_zone: z._default(z.string(), 'Europe/Copenhagen'),
  parent: z.optional(slug),
  assigned: z._default(z.array(slug), []),
  contract: z.strictObject({
    checkout: z.boolean(),
    invoice_settlement: flag(false),
    settlement_modes: z._default(z.array(handle), []),
    commission_percent: z.optional(percent),
  }),
  approved_urls: z.array(z.string().check(z.regex(/^https?:\/\/[^\s]+$/, 'This must be an http or https address.'))),
  terms: z.optional(z.strictObject({ url: z.optional(z.string()), html: z.optional(longText) })),
  defaults: z._default(z.strictObject({ sender_name: z.optional(text), no_reply_email: z.optional(text) }), {}),
  claim_expired: z.optional(z.int().check(z.gte(-1))),
  vat_percent: z._default(percent, 25),
  gift_card: z.optional(giftCard),
  delivery,
  greeting: z._default(
    z.strictObject({
      max_length: z._default(z.int().check(z.gte(0), z.lte(2000)), 400),
      designs: z._default(z.array(z.strictObject({ id, name: z.string(), url: z.string() })), []),
      amount_images: z._default(z.array(z.unknown()), []),
    }),
    { max_length: 400, designs: [], amount_images: [] },
  ),
  categories: z._default(z.array(z.strictObject({ id, name: text })), []),
  vendor: z.optional(z.strictObject({ name: text, base_url: handle, prefix: handle })),
});

export const apiKeySchema = z.strictObject({
  company: slug,
  label: text,
  environment: z._default(z.enum(['live', 'test']), 'live'),
  key: z.optional(
    z
      .string()
      .check(z.regex(/^lp_(live|test)_[0-9a-f]{32}_[0-9a-f]{64}$/, 'This must be lp_<live|test>_<32 hex>_<64 hex>.')),
  ),
  scopes: z.array(z.enum(SCOPES)),
  expires_at: moment,
  revoked_at: moment,
  attributed: flag(true),
  created_by: z.optional(handle),
});

export const experienceSchema = z.strictObject({
  company: slug,
  id,
  name: text,
  description: z.optional(longText),
  formalities: z.optional(longText),
  categories: categoryIds,
  images,
  active: flag(true),
  public: flag(true),
  kind: z._default(z.string(), 'orderable'),
  published_from: moment,
  published_until: moment,
  company_required: flag(false),
  order_fee: z._default(amount, 0),
  validity_months: z._default(z.int().check(z.gte(1)), 24),
  options: z
    .array(
      z.strictObject({
        id,
        name: text,
        description: z.optional(longText),
        amount,
        active: flag(true),
        images,
        quantity,
        stock: z.optional(z.int().check(z.gte(0))),
        publish_stock: flag(false),
      }),
    )
    .check(z.minLength(1)),
});

export const eventSchema = z.strictObject({
  company: slug,
  id,
  slug,
  name: text,
  description: z.optional(longText),
  tagline: z.optional(z.string()),
  categories: categoryIds,
  images,
  active: flag(true),
  public: flag(true),
  online: flag(true),
  starts_at: moment,
  ends_at: moment,
  date_precision: z._default(z.enum(['date', 'date_time', 'date_time_range', 'date_range']), 'date_time'),
  opens_at: moment,
  closes_at: moment,
  venue: z.optional(z.strictObject({ name: z.string(), address: z.string(), postcode: z.string() })),
  grouped_tickets: flag(false),
  comment: z._default(
    z.strictObject({
      available: z.boolean(),
      label: z._default(z.string(), ''),
      max_length: z._default(z.int().check(z.gte(0), z.lte(2000)), 200),
    }),
    { available: false, label: '', max_length: 200 },
  ),
  requires: z._default(z.strictObject({ phone: flag(false), company: flag(false) }), { phone: false, company: false }),
  capacity_mode: z._default(z.enum(['per_ticket', 'per_order']), 'per_ticket'),
  tickets_per_event: z._default(z.nullable(z.int().check(z.gte(1))), null),
  seats: z._default(z.nullable(z.int().check(z.gte(0))), null),
  add_ons_sold_alone: flag(false),
  collection_points: z._default(
    z.array(z.strictObject({ id, name: z.string(), address: z.string(), city: z.string() })),
    [],
  ),
  options: z
    .array(
      z.strictObject({
        id,
        name: text,
        description: z.optional(longText),
        amount,
        active: flag(true),
        images,
        ticket_fee: z._default(amount, 0),
        /** Absent: only the seats of the event limit it. */
        stock: z.optional(z.int().check(z.gte(0))),
        publish_stock: flag(false),
        add_on: flag(false),
        quantity,
        requires: z._default(
          z.strictObject({ code: flag(false), address: flag(false), collection_point: flag(false) }),
          { code: false, address: false, collection_point: false },
        ),
      }),
    )
    .check(z.minLength(1)),
});

export const specialOfferSchema = z.strictObject({
  company: slug,
  id,
  name: text,
  description: z.optional(longText),
  formalities: z.optional(longText),
  categories: categoryIds,
  images,
  active: flag(true),
  public: flag(true),
  available_until: moment,
  order_fee: z._default(amount, 0),
  company_required: flag(false),
  validity_months: z._default(z.int().check(z.gte(1)), 6),
  options: z
    .array(
      z.strictObject({
        id,
        name: text,
        description: z.optional(longText),
        amount,
        images,
        regular_amount: z.optional(amount),
        redeem_at_regular: flag(false),
        active: flag(true),
        stock: z.int().check(z.gte(0)),
        publish_stock: flag(false),
        quantity,
      }),
    )
    .check(z.minLength(1)),
});

export const campaignSchema = z.strictObject({
  company: slug,
  id,
  name: text,
  applies_to: z.union([z.literal('gift_card'), z.strictObject({ experience: id })]),
  kind: z.enum(['added-value', 'reduced-price']),
  value: percent,
  amount_from: z.optional(amount),
  amount_to: z.optional(amount),
  opens_at: moment,
  closes_at: moment,
  enabled: flag(true),
  public: flag(true),
  fixed_amount: z._default(z.nullable(amount), null),
  codes: z._default(z.array(handle), []),
});

export const discountCodeSchema = z.strictObject({
  company: slug,
  code: z.string().check(z.minLength(5), z.maxLength(25)),
  percent,
  applies_to: z._default(z.enum(['goods', 'shipping']), 'goods'),
  enabled: flag(true),
  opens_at: moment,
  closes_at: moment,
  max_uses: z._default(z.nullable(z.int().check(z.gte(0))), null),
});

export const userSchema = z.strictObject({
  username: handle,
  password: z.string().check(z.minLength(1)),
  company: slug,
  agency: flag(false),
  can_cancel: flag(false),
  can_list: flag(true),
});

export const oauthClientSchema = z.strictObject({
  client_id: handle,
  client_secret: z.string().check(z.minLength(1)),
  company: slug,
});

export const restockSchema = z.strictObject({ option: handle, remaining: z.int().check(z.gte(0)) });

/** The whole file. Rules across entries (unknown companies, doubled ids) are checked by `checkOperatorData`. */
export const operatorDataSchema = z.strictObject({
  companies: z.array(companySchema),
  api_keys: z._default(z.array(apiKeySchema), []),
  experiences: z._default(z.array(experienceSchema), []),
  events: z._default(z.array(eventSchema), []),
  special_offers: z._default(z.array(specialOfferSchema), []),
  campaigns: z._default(z.array(campaignSchema), []),
  discount_codes: z._default(z.array(discountCodeSchema), []),
  users: z._default(z.array(userSchema), []),
  oauth_clients: z._default(z.array(oauthClientSchema), []),
  restock: z._default(z.array(restockSchema), []),
});

export type OperatorData = z.output<typeof operatorDataSchema>;
export type Company = z.output<typeof companySchema>;
export type Experience = z.output<typeof experienceSchema>;
export type EventProduct = z.output<typeof eventSchema>;
export type SpecialOffer = z.output<typeof specialOfferSchema>;
export type Campaign = z.output<typeof campaignSchema>;
export type DiscountCode = z.output<typeof discountCodeSchema>;
export type ApiKeyEntry = z.output<typeof apiKeySchema>;
export type User = z.output<typeof userSchema>;
export type OAuthClient = z.output<typeof oauthClientSchema>;
