import { expect, test } from 'vitest';
import { localize } from '../../../functions/desk/localize.ts';
import { refunds } from '../../../functions/platform/messages/refunds.ts';
import { storedReason, textFrom } from '../../../functions/platform/messages/stored.ts';

test.each([
  [refunds('nothing_captured'), 'Ordren er ikke betalt.'],
  [refunds('refund_declined', { reason: 'no funds' }), 'Betalingsudbyderen afviste refunderingen: no funds'],
  ['A text without an id.', 'A text without an id.'],
])('a stored reason is shown in the language of the page: %s', (text, danish) => {
  const read = textFrom(String(text), storedReason(text));
  expect([String(read), localize({ language: 'da' }, read)]).toEqual([String(text), danish]);
});
