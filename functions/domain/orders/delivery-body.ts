import * as z from 'zod/mini';
import { lazy } from '../../platform/lazy.ts';
import { EMAIL_MAX } from './parties.ts';

/** Body of POST /v2/orders/{id}/delivery. */
export const deliveryBody = lazy(() =>
  z.strictObject({
    send_at: z.optional(z.string().check(z.minLength(1), z.maxLength(64), z.describe('RFC 3339 with offset.'))),
    recipient_email: z.optional(
      z
        .email('This must be an e-mail address.')
        .check(z.maxLength(EMAIL_MAX), z.describe('For orders that go to their recipient by e-mail.')),
    ),
  }),
);
