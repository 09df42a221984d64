import { emailSchema } from '../../../platform/email-address.ts';
import * as z from 'zod/mini';
import { lazy } from '../../../platform/lazy.ts';

/** Body of POST /v2/orders/{id}/delivery. */
export const deliveryBody = lazy(() =>
  z.strictObject({
    send_at: z.optional(z.string().check(z.minLength(1), z.maxLength(64), z.describe('RFC 3339 with offset.'))),
    recipient_email: z.optional(emailSchema().check(z.describe('For orders that go to their recipient by e-mail.'))),
  }),
);
