import * as z from 'zod/mini';
import { MANAGED_FAMILIES } from '../../domain/administration/catalog/families.ts';
import { namedMembers } from '../../platform/named-members.ts';
import { upTo } from '../../platform/length-between.ts';

/** Filters of GET /v2/catalog/{family}. */
export const listManagedQuery = z.object({
  active: z.optional(z.enum(['true', 'false'])),
  published: z.optional(z.enum(['true', 'false'])),
  search: z.optional(z.string()),
  /** `cat_3` or `3`. */
  category: z.optional(z.string()),
  limit: z.optional(z.string()),
  starting_after: z.optional(z.string()),
});

/** Accepts members of operator data, which the domain validates by family. */
export const entryBody = () =>
  namedMembers(z.unknown()).check(z.meta({ additionalProperties: false, properties: PUBLISHED }));

/** Accepts a change to a product, without its id. */
export const entryPatch = () => {
  const { id: _id, ...properties } = PUBLISHED;
  return namedMembers(z.unknown()).check(z.meta({ additionalProperties: false, properties }));
};

/** Describes the members of all families in the API document. */
const PUBLISHED: Record<string, object> = Object.fromEntries(
  [
    ...Object.values(MANAGED_FAMILIES).flatMap(({ members }) => members),
    'minimum_amount',
    'maximum_amount',
    'gift_card',
  ].map((name) => [name, {}]),
);

export const categoriesBody = () => z.strictObject({ categories: z.array(z.unknown()) });

const MESSAGE_MAX = 1000;

export const cancelEventBody = () =>
  z.strictObject({
    refund: z.enum(['all', 'none']),
    message: z.optional(z.string().check(upTo(MESSAGE_MAX))),
  });

const UNITS_MAX = 1_000_000_000;

/** Accepts exactly one of `set` and `change`. */
export const stockBody = () =>
  z
    .strictObject({
      set: z.optional(z.nullable(z.int().check(z.gte(0), z.lte(UNITS_MAX)))),
      change: z.optional(z.int().check(z.gte(-UNITS_MAX), z.lte(UNITS_MAX))),
      reason: z.optional(z.string().check(upTo(200))),
    })
    .check(
      z.refine(({ set, change }) => (set === undefined) !== (change === undefined), {
        error: 'Send either set or change.',
        path: ['set'],
      }),
    );
