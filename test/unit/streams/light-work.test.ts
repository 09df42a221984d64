import { describe, expect, it, vi } from 'vitest';
import { lightWork, doLightWork } from '../../../functions/streams/light-work.ts';
import type { RelayedMessage } from '../../../functions/streams/entries.ts';

const message = (queue: RelayedMessage['queue'], body: object): RelayedMessage => ({ queue, group: 'shop', body });
const item = { company: 'shop', code: 'CODE', orderId: 'po_1', ledgerSeq: 1 };
const event = { kind: 'order', company: 'shop', orderId: 'po_1', seq: 1, atMs: 0, order: { id: 'po_1' } };

describe('work of the relay', () => {
  const order = message('webhook-events', { ...event, type: 'order.created' });
  const ofItem = message('webhook-events', { kind: 'item', item, fromSeq: 1 });
  const indexed = [1, 2].map((sequence) => message('items', { kind: 'index', item: { ...item, sequence } }));
  const others = [
    message('webhook-events', { ...event, type: 'unknown' }),
    message('webhook-events', { kind: 'endpoint-closed', company: 'shop', endpointId: 'we_1', settleAs: 'failed' }),
    message('items', { kind: 'complete-order', company: 'shop', orderId: 'ord_1' }),
    message('mail', { kind: 'order', company: 'shop', orderId: 'po_1' }),
    message('fulfillment', { company: 'shop', orderId: 'po_1' }),
  ];

  it('is to record events, and to index the items of a batch together; all other work goes to queues', () => {
    const { pieces, queued } = lightWork([order, ...indexed, ...others, ofItem]);
    expect(pieces.map(({ messages }) => messages)).toEqual([[order], [ofItem], indexed]);
    expect(queued).toEqual(others);
  });

  it('goes to its queue if it fails', async () => {
    const done: string[] = [];
    const piece = (messages: RelayedMessage[], work: () => Promise<void>) => ({ messages, work });
    const left = await doLightWork([
      piece([order], async () => void done.push('order')),
      piece(indexed, () => Promise.reject(new Error('The table was throttled'))),
      piece([ofItem], async () => void done.push('item')),
    ]);
    expect(left).toEqual(indexed);
    expect(done).toEqual(['order', 'item']);
  });

  it('goes to its queue if it is not done in time', async ({ onTestFinished }) => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const left = doLightWork([{ messages: [order], work: () => new Promise<void>(() => {}) }]);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await left).toEqual([order]);
  });
});
