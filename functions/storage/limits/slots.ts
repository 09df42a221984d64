import { requests } from '../../platform/messages/requests.ts';
import { unavailable } from '../../platform/errors.ts';
import { membersAre } from '../conditions.ts';
import { ABSENT, queryAll, type Key, type Row } from '../table.ts';
import { retryOnConflict } from '../retry.ts';
import { transact, TransactionRefused, type Write } from '../transactions.ts';

/** A slot of an owner with its last holder. */
interface QuotaSlotRow extends Row {
  type: 'slot';
  holder: string;
}

/** Limits an owner to N resources of a kind at the same time. Each resource has its own row elsewhere. */
export interface Quota {
  /** Partition of the slots, which may contain other rows as well. */
  partition: string;
  maximum: number;
  /** Returns the number of resources that have no slot because they were imported. */
  unslotted: (slotted: ReadonlySet<string>) => Promise<number>;
  gone: (holders: readonly string[]) => Promise<ReadonlySet<string>>;
}

const PREFIX = 'slot#';
const SLOT_WRITE = 'slot';
const ATTEMPTS = 30;

/**
 * Commits writes together with a free slot. Returns false if no slot is free; then nothing is written. Concurrent
 * callers choose slots at random, and a caller whose slot was taken reads the slots again. So the limit is exact, and
 * no row is contended.
 */
export const commitWithQuotaSlot = (quota: Quota, holder: string, writes: readonly Write[]): Promise<boolean> =>
  retryOnConflict(
    async () => {
      const free = await freeSlots(quota);
      const slot = free[Math.floor(Math.random() * free.length)];
      if (!slot) return false;
      const put: QuotaSlotRow = { ...slot.key, type: 'slot', v: 1, holder };
      const condition = slot.before ? membersAre({ holder: slot.before.holder }) : ABSENT;
      await transact([{ put, condition, name: SLOT_WRITE }, ...writes]);
      return true;
    },
    (error) => error instanceof TransactionRefused && error.failed(SLOT_WRITE) !== undefined,
    { attempts: ATTEMPTS, busy: () => unavailable('service_busy', requests('service_overloaded')) },
  );

interface Slot {
  key: Key;
  /** The row of the last holder. */
  before: QuotaSlotRow | undefined;
}

const freeSlots = async ({ partition, maximum, unslotted, gone }: Quota): Promise<Slot[]> => {
  const rows = await queryAll<QuotaSlotRow>({ partition, prefix: PREFIX, consistent: true });
  const unslottedCount = await unslotted(new Set(rows.map(({ holder }) => holder)));
  const slots = Array.from({ length: Math.max(0, maximum - unslottedCount) }, (_, at): Slot => {
    const key = { pk: partition, sk: `${PREFIX}${String(at).padStart(3, '0')}` };
    return { key, before: rows.find(({ sk }) => sk === key.sk) };
  });
  const untaken = slots.filter(({ before }) => before === undefined);
  if (untaken.length > 0) return untaken;
  const freed = await gone(rows.map(({ holder }) => holder));
  return slots.filter(({ before }) => before && freed.has(before.holder));
};
