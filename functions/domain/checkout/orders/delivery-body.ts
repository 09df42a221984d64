import { emailSchema } from '../../../platform/email-address.ts';
import * as z from 'zod/mini';
import { lazy } from '../../../platform/lazy.ts';
import { upTo } from '../../../platform/length-between.ts';

/** Body of POST /v2/orders/{id}/delivery. */
export const deliveryBody = lazy(() =>
  z.strictObject({
    send_at: z.optional(
      z.string().check(z.minLength(1), upTo(64), z.describe('When the order is sent: RFC 3339 with offset.')),
    ),
    recipient_email: z.optional(
      emailSchema().check(z.describe('Address of the recipient; only for an order that is emailed to its recipient.')),
    ),
  }),
);
