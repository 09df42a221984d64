import type { PreparedMail } from '../../adapters/mail/send.ts';
import { nowMs } from '../../platform/clock.ts';
import { rowUpdate } from '../../storage/row-update.ts';
import { ConditionFailed, deleteRow, getRows, updateRow } from '../../storage/table.ts';
import {
  callFor,
  giveOver,
  HOLD_MS,
  INTERRUPTED,
  MailHeld,
  prepared,
  recordFailure,
  type MailTask,
  type Try,
} from './outcome.ts';
import { mailKey, mailLeaseKey, type MailLeaseRow } from './rows.ts';
import { sendOnce } from './send-once.ts';

type MailsOfOrder = Pick<MailTask, 'company' | 'orderId' | 'carrier'>;

/** Longer than any queue keeps a message. */
const KEPT_SECONDS = 30 * 86_400;

/**
 * Sends mails of one order that have no row yet, as `sendOnce` sends one: while none of them has a row, a lease of the order
 * stands for all, and says which are being called for. So two mails take as many writes as rows are left in the end, and two.
 * Each has its row with its outcome; from then on it goes by that alone.
 */
export const sendTogether = async (order: MailsOfOrder, tasks: readonly MailTask[]): Promise<void> => {
  const lease = await takeLease(order);
  const known = lease.attempts === 1 ? new Set<MailTask>() : await withRow(tasks);
  const called = new Set(lease.announced?.mails);
  const free = tasks.filter((task) => !known.has(task));
  await all([
    ...[...known].map(sendOnce),
    ...free.filter(({ mailId }) => called.has(mailId)).map((task) => giveOverCalled(task, lease)),
    sendFree(
      free.filter(({ mailId }) => !called.has(mailId)),
      lease,
    ),
  ]);
};

const sendFree = async (tasks: readonly MailTask[], lease: MailLeaseRow): Promise<void> => {
  const ready: { ours: Try; mail: PreparedMail }[] = [];
  const compose = async (task: MailTask): Promise<void> => {
    const mail = await prepared(task);
    ready.push({ ours: { ...task, attempt: lease.attempts, isFirst: true }, mail });
  };
  await Promise.allSettled(tasks.map(compose));
  // What cannot be composed holds up nothing else: each gets its own row, and its own tries.
  if (ready.length < tasks.length) return all(tasks.map(sendOnce));
  if (ready.length === 0) return;
  try {
    await announce(tasks, lease);
  } catch (error) {
    if (error instanceof MailHeld) throw error;
    // It may stand there all the same, and nobody was called: the rows say so.
    return all(ready.map(({ ours }) => recordFailure(ours, error)));
  }
  await all(ready.map(({ ours, mail }) => callFor(ours, mail)));
};

/** Waits for all, and throws what the first of those that failed did. */
export const all = async (works: readonly Promise<void>[]): Promise<void> => {
  const outcomes = await Promise.allSettled(works);
  const failed = outcomes.find((outcome) => outcome.status === 'rejected');
  if (failed) throw failed.reason;
};

/** What an earlier try of this message may have left behind since the rows were read. */
const withRow = async (tasks: readonly MailTask[]): Promise<Set<MailTask>> => {
  const keyOf = ({ company, mailId }: MailTask) => mailKey(company, mailId);
  const rows = await getRows(tasks.map(keyOf), { consistent: true });
  return new Set(tasks.filter((task) => rows.get(keyOf(task)) !== undefined));
};

/** Keeps other messages away. One that the queue brings to two workers at once is the later one's. */
const takeLease = async ({ company, orderId, carrier }: MailsOfOrder): Promise<MailLeaseRow> => {
  const now = nowMs();
  try {
    return await updateRow<MailLeaseRow>(
      rowUpdate({
        key: mailLeaseKey(company, orderId),
        set: {
          type: 'mail-lease',
          v: 1,
          company,
          orderId,
          holder: carrier.messageId,
          heldUntilMs: now + HOLD_MS,
          ttl: Math.ceil(now / 1000) + KEPT_SECONDS,
        },
        add: { attempts: 1 },
        if: {
          expression: 'attribute_not_exists(pk) OR holder = :me OR heldUntilMs <= :now',
          values: { ':me': carrier.messageId, ':now': now },
        },
      }),
    );
  } catch (error) {
    throw error instanceof ConditionFailed ? new MailHeld() : error;
  }
};

/** From here on, a worker that dies leaves a doubt. */
const announce = async (tasks: readonly MailTask[], lease: MailLeaseRow): Promise<void> => {
  const { holder, attempts: attempt } = lease;
  try {
    await updateRow(
      rowUpdate({
        key: lease,
        set: { announced: { holder, attempt, mails: tasks.map(({ mailId }) => mailId) } },
        if: {
          expression: 'holder = :me AND attempts = :attempt',
          values: { ':me': holder, ':attempt': attempt },
        },
      }),
    );
  } catch (error) {
    throw error instanceof ConditionFailed ? new MailHeld() : error;
  }
};

/** A call whose worker is gone, or was overtaken: the mail may be out, and whoever called may still tell. */
const giveOverCalled = (task: MailTask, { announced, attempts }: MailLeaseRow): Promise<void> =>
  giveOver({ ...task, attempt: announced?.attempt ?? attempts, isFirst: true }, INTERRUPTED, announced?.holder);

/** Leaves the mails of an order to whatever message comes next, unless they may be out. */
export const releaseLease = async ({
  company,
  orderId,
  carrier,
}: Pick<MailTask, 'company' | 'orderId' | 'carrier'>) => {
  try {
    await deleteRow(mailLeaseKey(company, orderId), {
      expression: 'holder = :me AND attribute_not_exists(announced)',
      values: { ':me': carrier.messageId },
    });
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error;
  }
};
