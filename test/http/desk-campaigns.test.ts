import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { signInStaff, type Clerk } from '../support/desk.ts';
import { DESK_KEY, deskSeed } from '../support/desk-shop.ts';
import type { FoundPage } from '../support/page-visitor.ts';
import { orderBody, Shop } from '../support/shop.ts';
import { startStack, type RunningStack } from '../support/stack.ts';

let stack: RunningStack;
let manager: Clerk;
beforeAll(async () => {
  const staff = { ...deskSeed.users[0], username: 'ida', password: 'demo-password-ida', role: 'staff' };
  const experiences = [
    { company: 'nordlys', id: 3, name: 'Night walk', options: [{ id: 3, name: 'Adult', amount: 10_000 }] },
  ];
  const seed = { ...deskSeed, experiences, users: [...deskSeed.users, staff] };
  stack = await startStack({ seed });
  manager = await signInStaff(() => stack, 'sille');
});
afterAll(() => stack.stop());

const get = <T>(path: string) => stack.get<T>(`/v2/${path}`, { key: DESK_KEY });
const htmlOf = ({ answer }: FoundPage): string => answer.bytes.toString();
const form = (action: string): string => `form[method=post][action="${action}"]`;

describe('campaigns at the desk', () => {
  test('are created, changed and deleted, with errors shown at their fields', async () => {
    const empty = await manager.open('/desk/campaigns');
    expect(empty.text).toContain('There are no campaigns yet.');
    const isFormOpen = (page: FoundPage): boolean => page.root.querySelector('.creating')!.hasAttribute('open');
    expect(isFormOpen(empty)).toBe(true);
    // HTML does not allow `maxlength` on a field for date and time.
    expect(htmlOf(empty)).not.toMatch(/type="datetime-local"[^>]*maxlength/);
    const refused = await manager.send(empty, form('/desk/campaigns'), {
      name: 'Spring',
      value: '200',
      kind: 'reduced-price',
      amount_from: 'much',
    });
    expect(refused.status).toBe(422);
    expect(refused.attribute('input[name=amount_from]', 'aria-invalid')).toBe('true');
    expect(refused.attribute('input[name=name]', 'value')).toBe('Spring');
    expect(refused.text).toContain('This is not an amount.');
    const created = await manager.send(refused, form('/desk/campaigns'), {
      value: '20,5',
      kind: 'added-value',
      amount_from: '500',
      opens_at: '2030-05-01T09:30',
    });
    expect(created.text).toContain('Created.');
    const listed = await manager.open('/desk/campaigns');
    expect(isFormOpen(listed)).toBe(false);
    expect(isFormOpen(await manager.send(listed, form('/desk/campaigns'), { value: 'many' }))).toBe(true);
    expect(created.text).toContain('20.5% more value');
    const { body } = await get<{ data: { id: number }[] }>('campaigns');
    const [campaign] = body.data;
    expect(campaign).toMatchObject({
      name: 'Spring',
      value: 20.5,
      amount_from: 50_000,
      opens_at: '2030-05-01T07:30:00+00:00',
      public: true,
    });
    const path = `/desk/campaigns/${campaign?.id}`;
    const [earlier, other] = [await manager.open(path), await manager.open(path)];
    const saved = await manager.send(earlier, form(`${path}/change`), { name: 'Summer', applies_to: '3' });
    expect(saved.text).toContain('Saved.');
    expect(saved.text).toContain('Night walk');
    expect((await manager.send(saved, form(`${path}/change`), { opens_at: '' })).text).toContain('Saved.');
    expect((await get<{ opens_at: null }>(`campaigns/${campaign?.id}`)).body.opens_at).toBeNull();
    const late = await manager.send(other, form(`${path}/change`), { name: 'Late' });
    expect(late.status).toBe(412);
    expect(late.text).toContain('Another user has changed this');
    expect(late.attribute('input[name=name]', 'value')).toBe('Late');
    const deleted = await manager.send(late, form(`${path}/delete`), { sure: 'yes' });
    expect(deleted.text).toContain('The campaign is deleted.');
    expect((await manager.open(path)).status).toBe(404);
  });

  test('have codes that are created and downloaded as a file', async () => {
    const page = await manager.open('/desk/campaigns');
    const created = await manager.send(page, form('/desk/campaigns'), {
      name: 'Coded',
      value: '0',
      fixed_amount: '250',
    });
    const path = /action="(\/desk\/campaigns\/\d+)\/codes"/.exec(htmlOf(created))?.[1] ?? '';
    const both = await manager.send(created, form(`${path}/codes`), { count: '2', codes: 'OWN-1' });
    expect(both.attribute('input[name=count]', 'aria-invalid')).toBe('true');
    const coded = await manager.send(created, form(`${path}/codes`), { codes: 'OWN-1\nOWN-2\n' });
    expect(coded.text).toContain('The codes are created.');
    expect(coded.text).toContain('0 of 2 activated');
    const again = await manager.send(coded, form(`${path}/codes`), { codes: 'own-1' });
    expect(again.attribute('textarea[name=codes]', 'aria-invalid')).toBe('true');
    const listed = Array.from({ length: 3000 }, (_, at) => `PRINTED-${String(at).padStart(240, '0')}`).join('\n');
    await manager.send(coded, form(`${path}/codes`), { codes: listed, guid: crypto.randomUUID() });
    await stack.idle();
    const many = await manager.open(path);
    expect(many.text).toContain('0 of 3,002 activated');
    expect(htmlOf(many)).toMatch(/>\s*3,000\s*</);
    const file = await manager.open(/href="(\/desk\/code-batches\/cb_\w+)"/.exec(htmlOf(coded))?.[1] ?? '');
    expect(file.header('content-type')).toContain('text/csv');
    expect(htmlOf(file)).toContain(`OWN-2;${stack.url}/c/nordlys/OWN-2;250;DKK`);
  });

  test('require a manager or a higher role', async () => {
    const staff = await signInStaff(() => stack, 'ida');
    expect((await staff.open('/desk/campaigns')).status).toBe(403);
    expect((await staff.open('/desk/discount-codes')).status).toBe(403);
    expect(htmlOf(await staff.open('/desk'))).not.toContain('/desk/campaigns');
  });
});

describe('discount codes at the desk', () => {
  test('are created, shown with their uses and sales, changed and deleted', async () => {
    const empty = await manager.open('/desk/discount-codes');
    expect(empty.text).toContain('There are no discount codes yet.');
    const created = await manager.send(empty, form('/desk/discount-codes'), { code: 'SPRING-10', percent: '10' });
    expect(created.text).toContain('Created.');
    const taken = await manager.send(await manager.open('/desk/discount-codes'), form('/desk/discount-codes'), {
      code: 'spring-10',
      percent: '5',
    });
    expect(taken.attribute('input[name=code]', 'aria-invalid')).toBe('true');
    const shop = new Shop(stack, DESK_KEY);
    const body = {
      ...orderBody([{ product_id: 'gift_card_value', amount: 50_000, quantity: 1 }]),
      return_url: 'http://127.0.0.1/thanks',
      discount_code: 'spring-10',
    };
    const order = await stack.post<{ id: string }>('/v2/orders', { key: DESK_KEY, idempotencyKey: true, body });
    expect(order.status, order.bytes.toString()).toBe(201);
    const { body: session } = await shop.session(order.body.id);
    await shop.pay(session.url);
    await stack.idle();
    const page = await manager.open('/desk/discount-codes/Spring-10');
    expect(page.text).toMatch(/Uses\s*1/);
    expect(page.text).toContain('DKK 450.00');
    const path = '/desk/discount-codes/SPRING-10';
    const saved = await manager.send(page, form(`${path}/change`), { percent: '15', max_uses: '1' });
    expect(saved.text).toContain('Used up');
    // `1.000` is a thousand, not one.
    const many = await manager.send(saved, form(`${path}/change`), { max_uses: '1.000' });
    expect(many.attribute('input[name=max_uses]', 'value')).toBe('1000');
    const closing = await manager.send(many, form(`${path}/change`), { closes_at: '2030-05-01T09:30' });
    const endless = await manager.send(closing, form(`${path}/change`), { closes_at: '' });
    expect(endless.attribute('input[name=closes_at]', 'value')).toBe('');
    expect(endless.text).toContain('Saved.');
    const unsure = await manager.send(saved, form(`${path}/delete`), {});
    expect(unsure.text).toContain('Nothing was deleted.');
    const gone = await manager.send(saved, form(`${path}/delete`), { sure: 'yes' });
    expect(gone.text).toContain('The discount code is deleted.');
  });

  test('of a batch are created and downloaded, and codes are found by their prefix', async () => {
    const page = await manager.open('/desk/discount-codes');
    const created = await manager.send(page, form('/desk/discount-codes/batch'), {
      count: '3',
      prefix: 'MAIL-',
      percent: '25',
    });
    expect(created.text).toContain('The codes are created.');
    const file = await manager.open(/href="(\/desk\/code-batches\/cb_\w+)"/.exec(htmlOf(created))?.[1] ?? '');
    expect(htmlOf(file).match(/^MAIL-\w{12};/gm)).toHaveLength(3);
    const found = await manager.open('/desk/discount-codes?q=mail');
    expect(htmlOf(found).match(/discount-codes\/MAIL-/g)).toHaveLength(3);
    expect((await manager.open('/desk/discount-codes?q=none')).text).toContain('No code begins with this.');
    const german = await signInStaff(() => stack, 'mads', 'de');
    const refused = await german.send(await german.open('/desk/discount-codes'), form('/desk/discount-codes/batch'), {
      count: '0',
      percent: 'viel',
    });
    expect(refused.text).toContain('Das ist keine Zahl.');
    expect(
      [page, refused].map(({ root }) => root.querySelectorAll('details.fold:not(.creating)[open]').length),
    ).toEqual([0, 1]);
    // The page of a refused batch has the URL of its form, but its link to older codes leads to the list.
    const batch = { count: '50', percent: '10' };
    await manager.send(await manager.open('/desk/discount-codes'), form('/desk/discount-codes/batch'), batch);
    await stack.idle();
    const again = await german.send(refused, form('/desk/discount-codes/batch'), { count: '0', percent: '10' });
    const older = await german.open(again.attribute('a[href*="starting_after"]', 'href') ?? '');
    expect([again.status, older.status, older.textOf('h1')]).toEqual([422, 200, again.textOf('h1')]);
  });
});
