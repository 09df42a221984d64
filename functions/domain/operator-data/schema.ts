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
  .check(z.regex(/^[a-z0-9][a-z0-9_-]{0,62}$/, 'This must be a slug: small letters, digits, hyphens and underscores.'));
const id = z.int().check(z.gte(1));
const amount = z.int().check(z.gte(0), z.lte(9_999_999_999));
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
/** A member that may be absent or null; both mean the same. */
const maybe = <T extends z.ZodMiniType>(schema: T) =>
  z.optional(
    z.pipe(
      z.nullable(schema),
      z.transform((value) => value ?? undefined),
    ),
  );
/** A member whose absence, or null, means a default. */
const otherwise = <T extends z.ZodMiniType>(schema: T, byDefault: z.output<T>) =>
  z.pipe(
    z.optional(z.nullable(schema)),
    z.transform((value): z.output<T> => value ?? byDefault),
  );
const flag = (byDefault: boolean) => otherwise(z.boolean(), byDefault);
const image = z.strictObject({ url: z.string(), role: otherwise(z.enum(['product', 'option']), 'product') });
const images = otherwise(z.array(image), []);
const categoryIds = otherwise(z.array(id), []);

/** Bounds on the quantity of one line; an absent maximum sells at 100, and 1000 is the cap. */
const quantity = otherwise(
  z.strictObject({
    minimum: otherwise(z.int().check(z.gte(1)), 1),
    maximum: maybe(z.int().check(z.gte(1))),
  }),
  { minimum: 1 },
);

const giftCard = z.strictObject({
  name: text,
  description: maybe(longText),
  minimum_amount: amount,
  maximum_amount: amount,
  quantity,
  order_fee: otherwise(amount, 0),
  validity_months: otherwise(z.int().check(z.gte(1)), 36),
  images,
  categories: categoryIds,
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

export const companySchema = z.strictObject({
  slug,
  name: text,
  vat_number: maybe(z.string().check(z.maxLength(50))),
  address: maybe(z.strictObject({ street: z.string(), postcode: z.string(), city: z.string(), country })),
  active: flag(true),
  currency: z.string().check(z.regex(/^[A-Z]{3}$/, 'This must be a currency code of three capital letters.')),
  language: z.string().check(z.regex(/^[a-z]{2}(-[A-Za-z0-9]+)*$/, 'This must be a language tag such as da or en-GB.')),
  time_zone: otherwise(z.string(), 'Europe/Copenhagen'),
  parent: maybe(slug),
  assigned: otherwise(z.array(slug), []),
  contract: z.strictObject({
    checkout: z.boolean(),
    invoice_settlement: flag(false),
    settlement_modes: otherwise(z.array(handle), []),
    commission_percent: maybe(percent),
  }),
  approved_urls: z.array(z.string().check(z.regex(/^https?:\/\/[^\s]+$/, 'This must be an http or https address.'))),
  terms: maybe(z.strictObject({ url: maybe(z.string()), html: maybe(longText) })),
  defaults: otherwise(z.strictObject({ sender_name: maybe(text), no_reply_email: maybe(text) }), {}),
  claim_expired: maybe(z.int().check(z.gte(-1))),
  vat_percent: otherwise(percent, 25),
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
  vendor: maybe(z.strictObject({ name: text, base_url: handle, prefix: handle })),
});

export const apiKeySchema = z.strictObject({
  company: slug,
  label: text,
  /** Absent: that of the given key, or live. */
  environment: maybe(z.enum(['live', 'test'])),
  key: maybe(
    z
      .string()
      .check(z.regex(/^lp_(live|test)_[0-9a-f]{32}_[0-9a-f]{64}$/, 'This must be lp_<live|test>_<32 hex>_<64 hex>.')),
  ),
  scopes: z.array(z.enum(SCOPES)),
  expires_at: moment,
  revoked_at: moment,
  attributed: flag(true),
  created_by: maybe(handle),
});

export const experienceSchema = z.strictObject({
  company: slug,
  id,
  name: text,
  description: maybe(longText),
  formalities: maybe(longText),
  categories: categoryIds,
  images,
  active: flag(true),
  public: flag(true),
  kind: otherwise(z.string(), 'orderable'),
  published_from: moment,
  published_until: moment,
  company_required: flag(false),
  order_fee: otherwise(amount, 0),
  validity_months: otherwise(z.int().check(z.gte(1)), 24),
  options: z.array(
    z.strictObject({
      id,
      name: text,
      description: maybe(longText),
      amount,
      active: flag(true),
      images,
      quantity,
      stock: maybe(z.int().check(z.gte(0))),
      publish_stock: flag(false),
    }),
  ),
});

export const eventSchema = z.strictObject({
  company: slug,
  id,
  slug,
  name: text,
  description: maybe(longText),
  tagline: maybe(z.string()),
  categories: categoryIds,
  images,
  active: flag(true),
  public: flag(true),
  online: flag(true),
  starts_at: moment,
  ends_at: moment,
  date_precision: otherwise(z.enum(['date', 'date_time', 'date_time_range', 'date_range']), 'date_time'),
  opens_at: moment,
  closes_at: moment,
  venue: maybe(z.strictObject({ name: z.string(), address: z.string(), postcode: z.string() })),
  grouped_tickets: flag(false),
  comment: otherwise(
    z.strictObject({
      available: z.boolean(),
      label: otherwise(z.string(), ''),
      max_length: otherwise(z.int().check(z.gte(0), z.lte(2000)), 200),
    }),
    { available: false, label: '', max_length: 200 },
  ),
  requires: otherwise(z.strictObject({ phone: flag(false), company: flag(false) }), { phone: false, company: false }),
  capacity_mode: otherwise(z.enum(['per_ticket', 'per_order']), 'per_ticket'),
  tickets_per_event: z._default(z.nullable(z.int().check(z.gte(1))), null),
  seats: z._default(z.nullable(z.int().check(z.gte(0))), null),
  add_ons_sold_alone: flag(false),
  collection_points: otherwise(
    z.array(z.strictObject({ id, name: z.string(), address: z.string(), city: z.string() })),
    [],
  ),
  options: z.array(
    z.strictObject({
      id,
      name: text,
      description: maybe(longText),
      amount,
      active: flag(true),
      images,
      ticket_fee: otherwise(amount, 0),
      /** Absent: only the seats of the event limit it. */
      stock: maybe(z.int().check(z.gte(0))),
      publish_stock: flag(false),
      add_on: flag(false),
      quantity,
      requires: otherwise(z.strictObject({ code: flag(false), address: flag(false), collection_point: flag(false) }), {
        code: false,
        address: false,
        collection_point: false,
      }),
    }),
  ),
});

export const specialOfferSchema = z.strictObject({
  company: slug,
  id,
  name: text,
  description: maybe(longText),
  formalities: maybe(longText),
  categories: categoryIds,
  images,
  active: flag(true),
  public: flag(true),
  available_until: moment,
  order_fee: otherwise(amount, 0),
  company_required: flag(false),
  validity_months: otherwise(z.int().check(z.gte(1)), 6),
  options: z.array(
    z.strictObject({
      id,
      name: text,
      description: maybe(longText),
      amount,
      images,
      regular_amount: maybe(amount),
      redeem_at_regular: flag(false),
      active: flag(true),
      stock: z.int().check(z.gte(0)),
      publish_stock: flag(false),
      quantity,
    }),
  ),
});

export const campaignSchema = z.strictObject({
  company: slug,
  id,
  name: text,
  applies_to: z.union([z.literal('gift_card'), z.strictObject({ experience: id })]),
  kind: z.enum(['added-value', 'reduced-price']),
  /** Per cent; at most 100 where it lowers the price. */
  value: z.number().check(z.gte(0), z.lte(1000)),
  amount_from: maybe(amount),
  amount_to: maybe(amount),
  opens_at: moment,
  closes_at: moment,
  enabled: flag(true),
  public: flag(true),
  fixed_amount: z._default(z.nullable(amount), null),
  codes: otherwise(z.array(handle), []),
});

export const discountCodeSchema = z.strictObject({
  company: slug,
  code: z.string().check(z.minLength(5), z.maxLength(25)),
  percent,
  applies_to: otherwise(z.enum(['goods', 'shipping']), 'goods'),
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

/** `option` is an option id, or an event id for the seats of the event; `company` tells which of several have it. */
export const restockSchema = z.strictObject({
  option: handle,
  remaining: z.int().check(z.gte(0)),
  company: maybe(slug),
});

/** The whole file. Rules across entries (unknown companies, doubled ids) are checked by `checkOperatorData`. */
export const operatorDataSchema = z.strictObject({
  companies: otherwise(z.array(companySchema), []),
  api_keys: otherwise(z.array(apiKeySchema), []),
  experiences: otherwise(z.array(experienceSchema), []),
  events: otherwise(z.array(eventSchema), []),
  special_offers: otherwise(z.array(specialOfferSchema), []),
  campaigns: otherwise(z.array(campaignSchema), []),
  discount_codes: otherwise(z.array(discountCodeSchema), []),
  users: otherwise(z.array(userSchema), []),
  oauth_clients: otherwise(z.array(oauthClientSchema), []),
  restock: otherwise(z.array(restockSchema), []),
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
export type Restock = z.output<typeof restockSchema>;
export type OAuthClient = z.output<typeof oauthClientSchema>;
