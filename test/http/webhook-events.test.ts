import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { webhookReplies } from '../../functions/api/webhooks/replies.ts';
import { startReceiver, type Receiver } from '../support/receiver.ts';
import { startStack, type RunningStack } from '../support/stack.ts';
import { KEYS, Partner, WEBHOOK_SEED, type ListBody } from '../support/webhooks.ts';

let stack: RunningStack;
let partner: Partner;
let receiver: Receiver;
beforeAll(async () => {
  [stack, receiver] = await Promise.all([startStack({ seed: WEBHOOK_SEED }), startReceiver()]);
  partner = new Partner(stack);
});
afterAll(async () => {
  await Promise.all([stack?.stop(), receiver?.close()]);
});

describe('the feed of events', () => {
  it('contains every event as it was sent, oldest first, with or without receivers', async () => {
    const since = new Date(await stack.nowMs()).toISOString();
    const silent = await partner.order();
    const { id } = await partner.register(receiver.url);
    const delivered = await partner.order();
    await partner.ping(id);
    await stack.idle();
    const read = (query: Record<string, string>) =>
      stack.get<ListBody<{ id: string; type: string; data: { order?: { id: string } } }>>('/v2/webhook-events', {
        key: KEYS.reader,
        query,
      });
    const all = await read({ since });
    expect(all.status).toBe(200);
    expect(webhookReplies.WebhookEventList.safeParse(all.body).error).toBeUndefined();
    const orders = all.body.data.filter(({ type }) => type === 'order.created').map(({ data }) => data.order?.id);
    expect(orders).toEqual([silent, delivered]);
    expect(all.body.data.map(({ type }) => type)).toContain('webhook.ping');
    const sent = receiver.received.map(({ event }) => event);
    for (const event of sent) expect(all.body.data).toContainEqual(event);
    const paged: string[] = [];
    let cursor: string | null = null;
    do {
      const page: Awaited<ReturnType<typeof read>> = await read({
        since,
        limit: '1',
        ...(cursor ? { starting_after: cursor } : {}),
      });
      paged.push(...page.body.data.map(({ id: event }) => event));
      cursor = page.body.next_cursor;
    } while (cursor);
    expect(paged).toEqual(all.body.data.map(({ id: event }) => event));
    const later = new Date((await stack.nowMs()) + 1000).toISOString();
    expect((await read({ since: later })).body.data).toEqual([]);
    const offset = new Date(Date.parse(since) + 7_200_000).toISOString().replace('Z', '+02:00');
    expect((await read({ since: offset })).body.data).toHaveLength(all.body.data.length);
    const afterFirst = await read({ since: all.body.data[0]!.id });
    expect(afterFirst.body.data.map(({ id: event }) => event)).toEqual(paged.slice(1));
    expect((await read({ since: `evt_${'0'.repeat(32)}` })).status).toBe(422);
    expect((await read({ since: 'yesterday' })).status).toBe(422);
    expect((await stack.get('/v2/webhook-events', { key: KEYS.stranger })).status).toBe(403);
    const foreign = await stack.get<ListBody<unknown>>('/v2/webhook-events', { key: KEYS.agency });
    expect(foreign.body.data).toEqual([]);
  });
});
