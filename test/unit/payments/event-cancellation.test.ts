import { expect, test } from 'vitest';
import { newCancellation } from '../../../functions/domain/payments/event-cancellation/begin.ts';

test.each([
  ['The singer is ill.', 'The singer is ill.'],
  [' \n', undefined],
  ['\u200B', undefined],
  [undefined, undefined],
])('a cancellation with the message %j notifies buyers with %j', (message, notified) => {
  const event = { company: 'shop', productId: 'evt_1' };
  const row = newCancellation(event, { refund: 'none', message }, { by: { system: 'test' }, nowMs: 0 });
  expect(row.message).toBe(notified);
});
