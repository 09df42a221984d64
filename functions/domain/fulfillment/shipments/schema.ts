import { withErrorText } from '../../../platform/messages/error-text.ts';
import { management } from '../../../platform/messages/management.ts';
import * as z from 'zod/mini';
import { lazy } from '../../../platform/lazy.ts';
import { parseTimestamp } from '../../../platform/timestamps.ts';
import { upTo } from '../../../platform/length-between.ts';

const CARRIER_MAX = 60;
const NUMBER_MAX = 100;
const URL_MAX = 500;
const REASON_MAX = 200;

/**
 * Rejects spaces, because a link in plain text ends there, and a user name before `@`, which buyers may mistake for the
 * host.
 */
const isHttps = (text: string): boolean => {
  const url = /\s/.test(text) ? null : URL.parse(text);
  return url?.protocol === 'https:' && url.username === '' && url.password === '';
};

const textUpTo = (max: number) => z.optional(z.nullable(z.string().check(z.trim(), z.minLength(1), upTo(max))));

/** Body of POST /v2/shipments/{id}/posted. */
export const postedBody = lazy(() =>
  z.strictObject({
    carrier: textUpTo(CARRIER_MAX).check(z.describe('Name of the carrier, which the buyer sees.')),
    tracking_number: textUpTo(NUMBER_MAX),
    tracking_url: z.optional(
      z.nullable(
        z.string().check(upTo(URL_MAX), z.refine(isHttps, withErrorText(management('https_address_malformed')))),
      ),
    ),
    posted_at: z.optional(
      z.nullable(
        z.string().check(
          z.refine(
            (text) => parseTimestamp(text) !== undefined,
            'This must be an RFC 3339 timestamp with offset, such as 2027-05-01T00:00:00Z.',
          ),
          z.describe('RFC 3339 with offset, not in the future. Default: now.'),
        ),
      ),
    ),
  }),
);

/** Body of POST /v2/shipments/{id}/returned. */
export const returnedBody = lazy(() => z.strictObject({ reason: textUpTo(REASON_MAX) }));

export type PostedInput = z.output<ReturnType<typeof postedBody>>;
