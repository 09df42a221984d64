import { randomBytes } from 'node:crypto';
import type { PreparedMail } from '../../../adapters/mail/send.ts';
import { nowMs } from '../../../platform/clock.ts';
import { membersAre } from '../../../storage/conditions.ts';
import { rowOfType } from '../../../storage/row-of-type.ts';
import { rowUpdate } from '../../../storage/row-update.ts';
import { ABSENT, ConditionFailed, putRow, updateRow, type RowSet } from '../../../storage/table.ts';
import { waitForAll, callFor, LEASE_MS, MailHeld, recordInterruption, composedMail, type MailTask } from './outcome.ts';
import { mailKey, mailLeaseKey, type MailLeaseRow } from './rows.ts';
import { sendOnce } from './send-once.ts';

type MailsOfOrder = Pick<MailTask, 'company' | 'orderId' | 'queueMessage'>;

/** A lease covers only the first attempt. */
const FIRST = 1;

const hasRow = (rows: RowSet, { company, mailId }: Pick<MailTask, 'company' | 'mailId'>): boolean =>
  rows.get(mailKey(company, mailId)) !== undefined;

const leaseIn = (rows: RowSet, { company, orderId }: MailsOfOrder): MailLeaseRow | undefined =>
  rows.get<MailLeaseRow>(mailLeaseKey(company, orderId));

/** Whether this message holds the lease, or the holder of the lease has certainly ended. */
const isFree = ({ holder, heldUntilMs }: MailLeaseRow, { queueMessage }: MailsOfOrder): boolean =>
  holder === queueMessage.messageId || heldUntilMs <= nowMs();

/**
 * Sends the two emails of an order, each once, as `sendOnce` does. On the first attempt a lease of the order covers
 * both until each has a row, which saves writes; later attempts use the rows. `rows`: lease and emails as read.
 */
export const sendTogether = async (order: MailsOfOrder, tasks: readonly MailTask[], rows: RowSet): Promise<void> => {
  const lease = leaseIn(rows, order);
  const known = tasks.filter((task) => hasRow(rows, task));
  const open = tasks.filter((task) => !hasRow(rows, task));
  if (open.length === 0 || (!lease && known.length > 0)) return waitForAll(tasks.map(sendOnce));
  if (!lease) return order.queueMessage.isLastTry ? sendLast(order, open) : sendFirst(order, open);
  await waitForAll([...known.map(sendOnce), takeOver(order, lease, open)]);
};

/** Composes all emails that can be composed, announces them, and sends them. The next attempt sends the others. */
const sendFirst = async (order: MailsOfOrder, tasks: readonly MailTask[]): Promise<void> => {
  const lease = await takeLease(order, {});
  const ready: { task: MailTask; mail: PreparedMail }[] = [];
  const composing = tasks.map(async (task) => {
    ready.push({ task, mail: await composedMail(task) });
  });
  await Promise.allSettled(composing);
  if (ready.length > 0) {
    await announce(
      lease,
      ready.map(({ task }) => task.mailId),
    );
  }
  await waitForAll([
    ...ready.map(({ task, mail }) => callFor({ ...task, attempt: FIRST, isFirst: true }, mail)),
    ...composing,
  ]);
};

/** Used for the last delivery of the message. Writes rows immediately, so that staff see a failure. */
const sendLast = async (order: MailsOfOrder, tasks: readonly MailTask[]): Promise<void> => {
  await takeLease(order, { closed: true });
  await waitForAll(tasks.map(sendOnce));
};

/**
 * Takes over from the attempt that holds the lease. Throws `MailHeld` if that attempt may still be running. Escalates
 * the emails that the earlier attempt may have sent, and sends the others.
 */
const takeOver = async (order: MailsOfOrder, lease: MailLeaseRow, open: readonly MailTask[]): Promise<void> => {
  if (!lease.closed && !isFree(lease, order)) throw new MailHeld();
  const announced = new Set(lease.closed ? [] : (lease.announced ?? (await close(lease))));
  await waitForAll(
    open.map((task) =>
      announced.has(task.mailId)
        ? recordInterruption({ ...task, attempt: FIRST, isFirst: true }, lease.holder)
        : sendOnce(task),
    ),
  );
};

/**
 * Closes the lease of emails that are not required now, so that a later message can send them. Emails that may have
 * been sent keep their lease. Runs before their rows are deleted.
 */
export const settleLease = async (order: MailsOfOrder, rows: RowSet): Promise<void> => {
  const lease = leaseIn(rows, order);
  if (!lease || lease.closed) return;
  if (!lease.announced) {
    if (isFree(lease, order)) await close(lease);
    return;
  }
  const isKnown = (mailId: string): boolean => hasRow(rows, { company: order.company, mailId });
  if (!lease.announced.every(isKnown)) return;
  const { tryId } = lease;
  await updateRow(
    rowUpdate({
      key: lease,
      set: { closed: true },
      remove: ['announced'],
      if: membersAre({ tryId }),
    }),
  );
};

const takeLease = async (
  { company, orderId, queueMessage }: MailsOfOrder,
  state: Pick<MailLeaseRow, 'closed'>,
): Promise<MailLeaseRow> => {
  const lease: MailLeaseRow = {
    ...mailLeaseKey(company, orderId),
    type: 'mail-lease',
    v: 1,
    company,
    orderId,
    holder: queueMessage.messageId,
    heldUntilMs: nowMs() + LEASE_MS,
    tryId: randomBytes(9).toString('base64url'),
    ...state,
  };
  try {
    await putRow(lease, ABSENT);
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error;
    // If the response to the write was lost, the retry finds the value that the first attempt wrote.
    if (!error.row || rowOfType<MailLeaseRow>('mail-lease', error.row).tryId !== lease.tryId) throw new MailHeld();
  }
  return lease;
};

/** Announces the emails that are about to be sent. After a crash from here on, it is unknown whether they were sent. */
const announce = async (lease: MailLeaseRow, mails: readonly string[]): Promise<void> => {
  const isOurs = 'tryId = :try AND attribute_not_exists(closed)';
  const values = { ':try': lease.tryId };
  try {
    await updateRow(rowUpdate({ key: lease, set: { announced: mails }, if: { expression: isOurs, values } }));
  } catch (error) {
    if (error instanceof ConditionFailed) throw new MailHeld();
    // Withdraws the announcement, which may have been written although no call was made.
    await updateRow(
      rowUpdate({ key: lease, set: { closed: true }, remove: ['announced'], if: { expression: isOurs, values } }),
    ).catch(() => undefined);
    throw error;
  }
};

/** Ends the attempt of a lease. Returns the emails that it had announced. */
const close = async (lease: MailLeaseRow): Promise<readonly string[]> => {
  try {
    const expression = 'tryId = :try AND attribute_not_exists(announced)';
    await updateRow(
      rowUpdate({ key: lease, set: { closed: true }, if: { expression, values: { ':try': lease.tryId } } }),
    );
    return [];
  } catch (error) {
    if (!(error instanceof ConditionFailed) || !error.row) throw error;
    return rowOfType<MailLeaseRow>('mail-lease', error.row).announced ?? [];
  }
};
