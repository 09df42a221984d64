import { nowMs } from '../../../platform/clock.ts';
import { getRow, type Row } from '../../../storage/table.ts';
import { companyKey, type CompanyRow } from '../../company/companies/rows.ts';
import { loadDueItems } from '../../value/items/events/due-items.ts';
import { walkExpiries, type ExpiryWalk } from '../../value/items/events/walk-expiries.ts';
import { isWorthReminding } from '../../value/items/mail/reminder-worth.ts';
import { reminderMs } from './rules.ts';
import { DAY_MS, MINUTE_MS } from '../../../platform/durations.ts';

/** A reminder that is due. One reminder covers all cards of an order that expire together. */
export interface DueReminder {
  company: string;
  orderId: string;
  validUntilMs: number;
  /** Days before expiry. */
  days: number;
}

/** A card issued just before its reminder is due appears in the index a moment later, and must not be skipped. */
const INDEX_LAG_MS = 5 * MINUTE_MS;

/** One run across all shards. */
interface ReminderRun extends Pick<ExpiryWalk, 'isOver'> {
  send: (reminders: readonly DueReminder[]) => Promise<void>;
  /** Whether a company has reminders enabled. */
  wants: (company: string) => Promise<boolean>;
  /** Reminders that this run has found already. Cards of one order may be in several shards. */
  found: Set<string>;
}

export const reminderRun = ({ send, isOver }: Pick<ReminderRun, 'send' | 'isOver'>): ReminderRun => {
  const known = new Map<string, Promise<boolean>>();
  const wants = (company: string): Promise<boolean> => {
    const isWanted = known.get(company) ?? readWantsReminders(company);
    known.set(company, isWanted);
    return isWanted;
  };
  return { send, isOver, wants, found: new Set() };
};

const readWantsReminders = async (slug: string): Promise<boolean> => {
  const company = await getRow<CompanyRow>(companyKey(slug));
  return company?.active === true && company.reminders !== false;
};

/**
 * Sends the reminders of one shard that are due `days` before cards expire. The first run starts one day earlier. Two
 * runs may send the same reminder, but its email has a single id and is sent once.
 */
export const sendDueReminders = (days: number, shard: number, run: ReminderRun): Promise<number> => {
  const now = nowMs();
  // The reminders of cards that expire by `untilMs` are due by now.
  const untilMs = now - INDEX_LAG_MS + (now - reminderMs(now, days));
  const walk = { purpose: `reminder#${days}`, shard, untilMs, firstMs: untilMs - DAY_MS, isOver: run.isOver };
  return walkExpiries(walk, async (due) => {
    const reminders = await remindersOf(due, days, run);
    await run.send(reminders);
    return reminders.length;
  });
};

const remindersOf = async (
  due: readonly Row[],
  days: number,
  { wants, found }: ReminderRun,
): Promise<DueReminder[]> => {
  const items = await loadDueItems(due, wants);
  return items.flatMap((item) => {
    const { company, orderId, validUntilMs } = item;
    // A card issued after the moment of a reminder gets the next reminder.
    const isDue = isWorthReminding(item, nowMs()) && item.createdAtMs < reminderMs(validUntilMs, days);
    const name = `${company}\n${orderId}\n${validUntilMs}\n${days}`;
    if (!isDue || found.has(name)) return [];
    found.add(name);
    return [{ company, orderId, validUntilMs, days }];
  });
};
