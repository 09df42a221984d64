import { notFound, rateLimited, type ApiError } from '../../../platform/errors.ts';
import { itemChanges } from '../../../platform/messages/item-changes.ts';
import type { Row } from '../../../storage/table.ts';
import { refusedAs } from '../../../storage/limits/limit-exceeded.ts';
import { cancel, confirm, consume, exceededIn, reserve, type Limit } from '../../../storage/limits/sliding-window.ts';
import { isWellFormedCode } from '../../catalog/codes/rules.ts';
import { MINUTE_MS } from '../../../platform/durations.ts';

/**
 * The caller that looks up a code: misses count against the limit of the company, or against the caller's own limit.
 */
export interface LookupCaller {
  company: string;
  /** Replaces the company's limit: a page counts misses per client address. */
  limit?: Limit;
  /**
   * Resolves when the key has been authenticated, for reads concurrent with that check; awaited before a miss is
   * counted.
   */
  admitted?: () => Promise<void>;
}

/**
 * Codes are worth money, so lookups of unknown codes are limited per company and minute, in addition to the rate limit
 * and across keys and users.
 */
const MISSES_PER_MINUTE = 60;

export const missesOf = (company: string): Limit => ({
  key: { pk: `GUESSES#${company}`, sk: 'misses' },
  maximum: MISSES_PER_MINUTE,
  lengthMs: MINUTE_MS,
});

/** The limit that counts a caller's misses. */
export const limitOf = ({ company, limit }: LookupCaller): Limit => limit ?? missesOf(company);

const tooManyLookups = (retryAfterSeconds: number): ApiError =>
  rateLimited(itemChanges('too_many_unknown_codes'), retryAfterSeconds);

/** Throws 429 when the limit is used up: hits must then be indistinguishable from misses. */
export const assertNotEnumerated = (limit: Limit, row: Row | undefined): void => {
  const exceeded = exceededIn(limit, row);
  if (exceeded) throw tooManyLookups(exceeded.retryAfterSeconds);
};

/** A code lookup whose outcome is not known yet. */
export interface CodeLookup {
  /** Call this when the code exists: the lookup then does not count. */
  hit: () => Promise<void>;
  /** Call this when the code is unknown. Returns the 404 error to throw. Throws 429 for a miss beyond the limit. */
  miss: () => Promise<ApiError>;
}

/**
 * Begins a lookup. Our own codes have 90 random bits and are counted on a miss, which has no cost for valid lookups.
 * Other codes were made by people and can be guessed: a use is reserved before the outcome is known, because concurrent
 * guesses would otherwise all be looked up before the first was counted. Throws 429 when the limit is used up.
 */
export const beginLookup = async (caller: LookupCaller, code: string): Promise<CodeLookup> => {
  const limit = limitOf(caller);
  await caller.admitted?.();
  if (isWellFormedCode(code)) {
    return {
      hit: async () => {},
      miss: async () => {
        await refusedAs(consume(limit), tooManyLookups);
        return notFound('item');
      },
    };
  }
  const reservation = await refusedAs(reserve(limit), tooManyLookups);
  return {
    hit: () => cancel(reservation),
    miss: async () => {
      await confirm(reservation);
      return notFound('item');
    },
  };
};
