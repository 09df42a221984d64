import * as z from 'zod/mini';
import { sendFirstAttempts } from '../domain/notifications/webhooks/first-attempts.ts';
import { webhookEventsMessage } from '../domain/notifications/webhooks/messages.ts';
import { endpointsOnce, type EventRecording } from '../domain/notifications/webhooks/record-event.ts';
import { recordItemEvents } from '../domain/notifications/webhooks/record-item-event.ts';
import { recordOrderEvent } from '../domain/notifications/webhooks/record-order-event.ts';
import { itemWorkShape } from '../domain/value/items/mail/messages.ts';
import { indexMissing, type IndexedItem } from '../domain/value/items/search/index-search.ts';
import { log } from '../platform/log.ts';
import { settleWithin } from '../platform/settle-within.ts';
import type { RelayedMessage } from './entries.ts';

/**
 * Work that takes longer is sent to its queue, because throttled writes to a list of events must not delay the stream.
 */
const LIGHT_WORK_MS = 6_000;

/** Messages that are processed together by one call to `work`. */
interface RelayTask<T> {
  messages: T[];
  work: () => Promise<void>;
}

/**
 * Separates messages that the relay processes itself from those for a queue. The relay records events of orders and
 * items and indexes items, because a queue message costs more than this work.
 */
export const lightWork = <T extends RelayedMessage>(all: readonly T[]): { pieces: RelayTask<T>[]; queued: T[] } => {
  const recording = { receiversOf: endpointsOnce(), attempt: sendFirstAttempts };
  const toIndex: [message: T, item: IndexedItem][] = [];
  const pieces: RelayTask<T>[] = [];
  const queued: T[] = [];
  for (const message of all) {
    const item = indexedBy(message);
    const work = recordedBy(message, recording);
    if (item) toIndex.push([message, item]);
    else if (work) pieces.push({ messages: [message], work });
    else queued.push(message);
  }
  if (toIndex.length > 0) {
    const items = toIndex.map(([, item]) => item);
    pieces.push({ messages: toIndex.map(([message]) => message), work: () => indexMissing(items) });
  }
  return { pieces, queued };
};

const indexedBy = ({ queue, body }: RelayedMessage): IndexedItem | undefined => {
  const { data } = queue === 'items' ? z.safeParse(itemWorkShape, body) : {};
  return data?.kind === 'index' ? data.item : undefined;
};

const recordedBy = ({ queue, body }: RelayedMessage, recording: EventRecording): (() => Promise<void>) | undefined => {
  const { data } = queue === 'webhook-events' ? z.safeParse(webhookEventsMessage, body) : {};
  if (data?.kind === 'order') return () => recordOrderEvent(data, recording);
  if (data?.kind === 'item') return () => recordItemEvents(data, recording);
  return undefined;
};

/**
 * Returns the messages whose work failed or did not finish in time. The worker of their queue then repeats that work.
 */
export const doLightWork = async <T extends RelayedMessage>(pieces: readonly RelayTask<T>[]): Promise<T[]> => {
  const outcomes = await settleWithin(
    pieces.map(async ({ work }) => work()),
    LIGHT_WORK_MS,
  );
  return pieces.flatMap(({ messages }, at) => {
    const outcome = outcomes[at];
    if (outcome?.status !== 'rejected') return [];
    log.warn('Sending unfinished work to its queue', { queue: messages[0]?.queue, cause: outcome.reason as unknown });
    return messages;
  });
};
