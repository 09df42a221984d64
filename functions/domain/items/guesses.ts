import { nowMs } from '../../platform/clock.ts';
import { ApiError, notFound } from '../../platform/errors.ts';
import { updateRow, type Key, type RowSet, type Row } from '../../storage/table.ts';

/**
 * Codes are worth money, so asking for codes that do not exist is limited by key and minute, apart from the request
 * budget. Only misses are counted: the counter is read beside the item and written when there is none.
 */
export const MISSES_PER_MINUTE = 60;
const MINUTE_MS = 60_000;

interface GuessesRow extends Row {
  type: 'guesses';
  misses: number;
}

/** Counter of a key (or v1 user) in this minute. */
export const guessesKey = (asker: string): Key => ({
  pk: `GUESSES#${asker}`,
  sk: String(Math.floor(nowMs() / MINUTE_MS)),
});

const tooMany = (): ApiError =>
  new ApiError(429, 'rate_limited', 'Too many codes that do not exist were asked for. Nothing was done.', {
    headers: { 'Retry-After': String(Math.max(1, Math.ceil((MINUTE_MS - (nowMs() % MINUTE_MS)) / 1000))) },
  });

/** Throws 429 while the limit of this minute is used up: then a hit must look like a miss. */
export const refuseGuessing = (asker: string, rows: RowSet): void => {
  if ((rows.get<GuessesRow>(guessesKey(asker))?.misses ?? 0) >= MISSES_PER_MINUTE) throw tooMany();
};

/** Counts a miss. Returns what to throw: 404, or 429 for the miss that is one too many. */
export const missed = async (asker: { keyId: string; admitted?: () => Promise<void> }): Promise<ApiError> => {
  await asker.admitted?.();
  const row = await updateRow<GuessesRow>({
    key: guessesKey(asker.keyId),
    update: 'SET #type = :type, #v = :one, #ttl = :ttl ADD misses :one',
    names: { '#type': 'type', '#v': 'v', '#ttl': 'ttl' },
    values: { ':type': 'guesses', ':one': 1, ':ttl': Math.floor(nowMs() / 1000) + 300 },
  });
  return row.misses > MISSES_PER_MINUTE ? tooMany() : notFound('item');
};
