import { expect, test } from 'vitest';
import { failureIn } from '../../../functions/desk/texts/webhooks/failures.ts';

test.each([
  ['da', 'connection_refused', 'Forbindelsen blev afvist'],
  ['de', 'timeout', 'Keine Antwort in der vorgesehenen Zeit'],
  ['en', 'redirect_not_followed', 'The answer redirected to another address'],
  ['sv', 'http_503', 'HTTP 503'],
  ['no', 'unheard_of', 'unheard_of'],
] as const)('in %s, the failure %s is shown as: %s', (language, failure, shown) => {
  expect(failureIn(language, failure)).toBe(shown);
});
