import { expect, it } from 'vitest';
import { compressEvent, decompressEvent } from '../../../functions/domain/notifications/webhooks/event-bytes.ts';

it('the bytes of an event are returned as they were recorded', () => {
  const text = JSON.stringify({ name: 'Å 🎁 \u2028', amounts: Array.from({ length: 50 }, (_, at) => ({ total: at })) });
  const raw = compressEvent(text);
  expect(raw.byteLength).toBeLessThan(text.length / 2);
  expect(decompressEvent({ raw }).equals(Buffer.from(text))).toBe(true);
});
