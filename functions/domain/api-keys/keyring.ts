import { nowMs } from '../../platform/clock.ts';
import { invalid, unavailable } from '../../platform/errors.ts';
import { ABSENT, getRows, pause, queryAll, type Key, type Row } from '../../storage/table.ts';
import { transact, TransactionRefused } from '../../storage/transactions.ts';
import { apiKeyKey, unrevokedKeysOf, type ApiKeyRow } from './rows.ts';

/** Keys of a company that can be used at a time, test keys included. */
export const LIVE_KEYS_MAX = 100;

/** One of the hundred places that a company has for live keys, and the key that took it last. */
interface SlotRow extends Row {
  type: 'key-slot';
  keyId: string;
  expiresAtMs?: number;
}

const slotsOf = (company: string) => ({ partition: `KEYRING#${company}`, prefix: 'slot#' }) as const;
const slotKey = (company: string, place: number): Key => ({
  pk: slotsOf(company).partition,
  sk: `slot#${String(place).padStart(3, '0')}`,
});

const SLOT_WRITE = 'slot';
const ATTEMPTS = 30;

/**
 * Stores a minted key in a free place of its company. Those who mint at once take different places, and of two that
 * want the same one the second looks again, so that there are never more keys than places. Throws 422 on `label` when
 * there is no place left.
 */
export const addKey = async (row: ApiKeyRow): Promise<void> => {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const free = await freePlaces(row.company);
    const place = free[Math.floor(Math.random() * free.length)];
    if (!place) {
      throw invalid('label', `A company has at most ${LIVE_KEYS_MAX} live keys. Revoke one that is not used.`);
    }
    const slot: SlotRow = {
      ...place.key,
      type: 'key-slot',
      v: 1,
      keyId: row.keyId,
      ...(row.expiresAtMs === undefined ? {} : { expiresAtMs: row.expiresAtMs }),
    };
    const condition = place.before
      ? { expression: 'keyId = :before', values: { ':before': place.before.keyId } }
      : ABSENT;
    try {
      await transact([
        { put: slot, condition, name: SLOT_WRITE },
        { put: row, condition: ABSENT, name: 'key' },
      ]);
      return;
    } catch (error) {
      if (!(error instanceof TransactionRefused && error.failed(SLOT_WRITE))) throw error;
      await pause(Math.min(attempt, 5));
    }
  }
  throw unavailable('service_busy', 'Too many keys are made at once. Try again.');
};

interface Place {
  key: Key;
  /** What stands there of a key that is gone. */
  before: SlotRow | undefined;
}

const freePlaces = async (company: string): Promise<Place[]> => {
  const slots = await queryAll<SlotRow>({ ...slotsOf(company), consistent: true });
  const others = await liveBesides(company, new Set(slots.map(({ keyId }) => keyId)));
  const places = Array.from({ length: Math.max(0, LIVE_KEYS_MAX - others) }, (_, at): Place => {
    const key = slotKey(company, at);
    return { key, before: slots.find(({ sk }) => sk === key.sk) };
  });
  const now = nowMs();
  const free = places.filter(({ before }) => before === undefined || (before.expiresAtMs ?? Infinity) <= now);
  return free.length > 0 ? free : revokedPlaces(places);
};

/** Whether a key was revoked stands on the key alone; it is read when nothing else is free. */
const revokedPlaces = async (places: readonly Place[]): Promise<Place[]> => {
  const keys = places.flatMap(({ before }) => (before ? [apiKeyKey(before.keyId)] : []));
  const rows = await getRows(keys, { consistent: true });
  return places.filter(({ before }) => before && !isLive(rows.get<ApiKeyRow>(apiKeyKey(before.keyId)), nowMs()));
};

/** Live keys that have no place, because an import has brought them. */
const liveBesides = async (company: string, placed: ReadonlySet<string>): Promise<number> => {
  const keys = await queryAll<Key>(unrevokedKeysOf(company));
  const unplaced = keys.filter(({ pk }) => !placed.has(pk.replace(/^APIKEY#/, '')));
  const rows = await getRows(unplaced, { consistent: true });
  return unplaced.filter((key) => isLive(rows.get<ApiKeyRow>(key), nowMs())).length;
};

const isLive = (row: ApiKeyRow | undefined, now: number): boolean =>
  row !== undefined && row.revokedAtMs === undefined && (row.expiresAtMs ?? Infinity) > now;
