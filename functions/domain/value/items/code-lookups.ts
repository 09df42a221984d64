import { notFound, rateLimited, type ApiError } from '../../../platform/errors.ts';
import type { Row } from '../../../storage/table.ts';
import { refusedAs } from '../../../storage/limits/limit-exceeded.ts';
import { cancel, confirm, consume, exceededIn, reserve, type Limit } from '../../../storage/limits/sliding-window.ts';
import { isWellFormedCode } from '../../catalog/codes/rules.ts';

/** Who asks for a code: misses are counted by company, or by a limit of the caller. */
export interface Asker {
  company: string;
  /** Counts misses instead of the company's limit: a page counts those of a client address. */
  limit?: Limit;
  /** Settles when the key has passed, for reads that start beside its check; awaited before a miss is counted. */
  admitted?: () => Promise<void>;
}

/**
 * Codes are worth money, so asking for codes that do not exist is limited by company and minute, apart from the request
 * budget and whatever key or user asks.
 */
export const MISSES_PER_MINUTE = 60;
const MINUTE_MS = 60_000;

/** The misses of a company within a minute. */
export const missesOf = (company: string): Limit => ({
  key: { pk: `GUESSES#${company}`, sk: 'misses' },
  most: MISSES_PER_MINUTE,
  lengthMs: MINUTE_MS,
});

/** The limit that counts the misses of an asker. */
export const limitOf = ({ company, limit }: Asker): Limit => limit ?? missesOf(company);

const tooMany = (retryAfterSeconds: number): ApiError =>
  rateLimited('Too many codes that do not exist were asked for. Nothing was done.', retryAfterSeconds);

/** Throws 429 while the limit is used up: then a hit must look like a miss. */
export const refuseEnumeration = (limit: Limit, row: Row | undefined): void => {
  const exceeded = exceededIn(limit, row);
  if (exceeded) throw tooMany(exceeded.retryAfterSeconds);
};

/** A question for a code, before it is known whether the code is anything. */
export interface CodeLookup {
  /** It is something: the question does not count. */
  hit: () => Promise<void>;
  /** It is nothing. Returns the 404 to throw. Throws 429 for the miss that is one too many. */
  miss: () => Promise<ApiError>;
}

/**
 * Begins a question. Codes of our own have 90 random bits and are counted when they miss, which costs an honest caller
 * nothing. Any other was made by people, so it can be guessed: a use is reserved before the answer is known, or many
 * guesses at once would all be looked up before the first was counted. Throws 429 when the limit is used up.
 */
export const beginLookup = async (asker: Asker, code: string): Promise<CodeLookup> => {
  const limit = limitOf(asker);
  await asker.admitted?.();
  if (isWellFormedCode(code)) {
    return {
      hit: async () => {},
      miss: async () => {
        await refusedAs(consume(limit), tooMany);
        return notFound('item');
      },
    };
  }
  const reservation = await refusedAs(reserve(limit), tooMany);
  return {
    hit: () => cancel(reservation),
    miss: async () => {
      await confirm(reservation);
      return notFound('item');
    },
  };
};
