import { deflateRawSync } from 'node:zlib';
import { expect, it } from 'vitest';
import events from '../../../functions/api/webhooks/events/example-events.json' with { type: 'json' };
import { compressed, decompressed } from '../../../functions/domain/notifications/webhooks/event-bytes.ts';

it('the bytes of an event are returned as they were recorded', () => {
  const text = JSON.stringify({ name: 'Å 🎁 \u2028', amounts: Array.from({ length: 50 }, (_, at) => ({ total: at })) });
  const raw = compressed(text);
  expect(raw.byteLength).toBeLessThan(text.length / 2);
  expect(decompressed({ raw }).equals(Buffer.from(text))).toBe(true);
});

it.each(Object.entries(events))('%s is stored in half of what it takes without dictionary', (_, event) => {
  const text = JSON.stringify(event);
  const raw = compressed(text);
  expect(raw.byteLength).toBeLessThan(deflateRawSync(text).byteLength * 0.6);
  expect(decompressed({ raw }).toString()).toBe(text);
});

it('events stored by this release and the one before stay readable', () => {
  const text = '{"type":"order.fulfilled","data":{"order":{"id":"po_1","object":"order","status":"fulfilled"}}}';
  const read = (stored: string) => decompressed({ raw: Buffer.from(stored, 'base64') }).toString();
  expect(read('q8ZdSuEsbgyxlTdYsgHQeAA=')).toBe(text);
  expect(
    read('RYxBCoAwDAT/sucgeM1nJJoUKoWWNj1I6d9FRLwNDDMDfhUDI1e1uoSeQkzJFAQVF/B4zQNRwSh5W0HI+2mHfx0IzcV7A+NfzDlv'),
  ).toBe(text);
});

it('an event of an order with seven lines takes less than a kilobyte', () => {
  const { data, ...envelope } = events['order.fulfilled'];
  const names = [
    'Vinsmagning for to',
    'Brunch ved havnen',
    'Spaophold',
    'Gavekort',
    'Sejltur',
    'Koncert',
    'Kokkeskole',
  ];
  const lines = names.map((name, at) => ({
    ...data.order.line_items[0],
    id: `poli_${at}8069af764b2252ae87f807f1f9d286${at}`,
    product_id: `experience_${at}`,
    name,
  }));
  const raw = compressed(JSON.stringify({ ...envelope, data: { order: { ...data.order, line_items: lines } } }));
  // The other members of its row take 400 bytes.
  expect(raw.byteLength).toBeLessThan(1024 - 400);
});
