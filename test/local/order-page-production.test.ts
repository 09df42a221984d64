import { afterAll, beforeAll, expect, test } from 'vitest';
import { signInStaff } from '../support/desk.ts';
import { importOperatorFile } from '../support/ops.ts';
import { fieldsOf, pageEditor } from '../support/order-page.ts';
import { cafe, pageSeed } from '../support/page-seed.ts';
import type { ErrorBody } from '../support/shop.ts';
import { startStack, type RunningStack } from '../support/stack.ts';

/** A company with its VAT number, and no other legal details. */
const seed = {
  ...pageSeed,
  users: [{ username: 'anna', password: 'demo-password-anna', company: 'cafe', role: 'super_admin' }],
};
const whole = {
  ...cafe,
  address: { street: 'Gaden 1', postcode: '8000', city: 'Aarhus', country: 'DK' },
  contact: { phone: '+45 12 34 56 78' },
  terms: { url: 'https://cafe.example/terms' },
};
const LACKS = 'The page cannot be opened on production while the company lacks: address, contact, terms.';

let stack: RunningStack;
const { page, patch, set, draft, publish } = pageEditor(() => stack);
beforeAll(async () => {
  stack = await startStack({ seed, env: { ENVIRONMENT: 'production' } });
});
afterAll(() => stack.stop());

test('a shop on production can be opened only when its company has details and terms', async () => {
  const patched = await patch<ErrorBody>({ open: true }, (await page()).body.etag);
  expect([patched.status, fieldsOf(patched)]).toEqual([422, { 'values.open': [LACKS] }]);
  expect(patched.body.error.message).toContain('values.open');

  // A draft may set `open`, but publishing it is refused.
  const drafted = (await draft({ values: { open: true, 'contact.email': 'hej@cafe.example' } })).body;
  const published = await publish<ErrorBody>(drafted.id, drafted.etag);
  expect([published.status, fieldsOf(published)]).toEqual([422, { 'values.open': [LACKS.replace(' contact,', '')] }]);

  const anna = await signInStaff(() => stack, 'anna', 'de');
  const refused = await anna.submit(await anna.open(`/desk/order-page/drafts/${drafted.id}`), {}, { step: 'publish' });
  expect([refused.status, refused.textOf('[role=alert]')]).toEqual([
    422,
    'Geöffnet: Die Seite lässt sich erst öffnen, wenn das Unternehmen hat: Adresse, AGB.',
  ]);

  const lacking = { ...cafe, order_page: { values: { open: true } } };
  await expect(importOperatorFile(stack, { companies: [lacking] })).rejects.toThrow(
    `$.companies[0].order_page.values.open: ${LACKS}`,
  );
  expect((await page()).body.values).toMatchObject({ open: false });

  await importOperatorFile(stack, { companies: [whole] });
  await set({ open: true });
  expect((await stack.get('/shop/cafe', { headers: { Accept: 'text/html' } })).status).toBeLessThan(400);

  // An import cannot remove required details from an open shop either.
  await expect(importOperatorFile(stack, { companies: [{ ...whole, terms: undefined }] })).rejects.toThrow(
    'while the company lacks: terms.',
  );
  await set({ open: false });
  await importOperatorFile(stack, { companies: [{ ...whole, terms: undefined }] });
});
