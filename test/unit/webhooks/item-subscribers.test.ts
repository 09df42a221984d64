import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  invalidateUnsubscribed,
  recordItemEvents,
  UNSUBSCRIBED_MS,
} from '../../../functions/domain/notifications/webhooks/record-item-event.ts';
import type { WebhookEndpointRow } from '../../../functions/domain/notifications/webhooks/rows.ts';
import { snapshotOf } from '../../../functions/domain/value/items/events/item-changed.ts';
import { sampleItem } from '../items/sample.ts';
import { startTable, type TestTable } from '../../support/table.ts';

let table: TestTable;
beforeAll(async () => {
  table = await startTable();
});
afterAll(() => table.stop());

let reads = 0;
const emitEvents = (company: string, events: string[]): Promise<void> => {
  const item = sampleItem({ company });
  const message = { kind: 'item', item: snapshotOf(item), fromSeq: item.ledgerSeq } as const;
  return recordItemEvents(message, {
    receiversOf: async () => {
      reads++;
      return [{ events, status: 'enabled' } as unknown as WebhookEndpointRow];
    },
  });
};
beforeEach(() => {
  reads = 0;
});

describe('whether a company has a subscriber to item events', () => {
  it('is read once a minute while the company has none, and again right after a change to its endpoints', async () => {
    const now = vi.spyOn(performance, 'now').mockReturnValue(1_000_000);
    for (let at = 0; at < 3; at++) await emitEvents('none', ['order.created']);
    expect(reads).toBe(1);
    await emitEvents('another', ['order.created']);
    expect(reads).toBe(2);
    invalidateUnsubscribed('none');
    await emitEvents('none', ['order.created']);
    expect(reads).toBe(3);
    now.mockReturnValue(1_000_000 + UNSUBSCRIBED_MS);
    await emitEvents('none', ['order.created']);
    expect(reads).toBe(4);
    now.mockRestore();
  });

  it('is read for each event while the company has one', async () => {
    for (let at = 0; at < 3; at++) await emitEvents('subscribed', ['item.cancelled']);
    expect(reads).toBe(3);
  });
});
