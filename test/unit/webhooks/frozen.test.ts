import { expect, it } from 'vitest';
import { frozen, thawed } from '../../../functions/domain/webhooks/frozen.ts';

it('the bytes of an event come back as they were recorded, from rows of before, too', () => {
  const text = JSON.stringify({ name: 'Å 🎁 \u2028', amounts: Array.from({ length: 50 }, (_, at) => ({ total: at })) });
  const raw = frozen(text);
  expect(raw.byteLength).toBeLessThan(text.length / 2);
  expect(thawed({ raw }).equals(Buffer.from(text))).toBe(true);
  expect(thawed({ raw: text }).equals(Buffer.from(text))).toBe(true);
});
