import * as z from 'zod/mini';

const time = z.string().check(z.regex(/^\d\d:\d\d$/));

/** A pickup point of the courier. Its `id` is the value for `delivery.pickup_point_id`. */
export const pickupPointReply = z.strictObject({
  id: z.string(),
  object: z.literal('pickup_point'),
  name: z.string(),
  street: z.string(),
  postcode: z.string(),
  city: z.string(),
  country: z.string(),
  distance_metres: z.nullable(z.int()),
  coordinates: z.nullable(z.strictObject({ latitude: z.number(), longitude: z.number() })),
  opening_hours: z.array(
    z.strictObject({
      day: z.enum(['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']),
      opens: time,
      closes: time,
    }),
  ),
});
