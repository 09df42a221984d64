import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { GIFT, Visitor, type FormInput, type FoundPage } from '../support/page-visitor.ts';
import { HOSTILE_NAME, shopSeed } from '../support/shop-seed.ts';
import { FOREIGN_KEY } from '../support/seed.ts';
import { startStack, type RunningStack } from '../support/stack.ts';

let stack: RunningStack;
beforeAll(async () => {
  stack = await startStack({ seed: shopSeed, env: { TRUSTED_PROXIES: '1' } });
});
afterAll(() => stack.stop());

const visitor = new Visitor(() => stack, { address: '203.0.113.7' });
const COLLECTED: FormInput = {
  ...GIFT,
  'delivery.method': 'postal',
  shape: 'collection',
  'delivery.address.street': 'Torvet 1',
  'delivery.address.city': 'Aarhus',
};

/** A form with the points of a postcode. */
const withPoints = async (postcode: string): Promise<FoundPage> => {
  const form = await visitor.open('/shop/other/en/buy?item=gift_card_value:1:20000');
  return visitor.submit(form, { ...COLLECTED, 'delivery.address.postcode': postcode }, { step: 'points' });
};
const delivery = (summary: FoundPage): string | undefined =>
  summary.textsOf('.details > div').find((text) => text.startsWith('Delivery'));
const offered = (page: FoundPage): (string | undefined)[] =>
  page.root.querySelectorAll('#points input[type="radio"]').map((each) => each.getAttribute('value'));

describe('the summary names the pickup point', () => {
  test('by name and address, even after a return to the form to change something else', async () => {
    const summary = await visitor.submit(await withPoints('8000'), { 'delivery.pickup_point_id': '800002' });
    expect(summary.textOf('h1'), JSON.stringify(summary.faults)).toBe('Check your order');
    expect(delivery(summary)).toContain('Pickup point: Grocer 8000, Torvet 8, 8000 City 8000');
    const form = await visitor.submit(summary, {}, { step: 'edit' });
    expect(form.textOf('#points')).toBe('Pickup point: Grocer 8000, Torvet 8, 8000 City 8000');
    expect(delivery(await visitor.submit(form, { 'sender.name': 'Anne' }))).toContain('Pickup point: Grocer 8000,');
  });

  test('by its number if it has no name, and always as text', async () => {
    const shown = await withPoints('8000');
    const unnamed = await visitor.submit(shown, { 'pickup_point.800001': undefined });
    expect(delivery(unnamed)).toContain('Pickup point: 800001');
    const hostile = await visitor.submit(shown, { 'pickup_point.800001': HOSTILE_NAME });
    expect(delivery(hostile)).toContain(`Pickup point: ${HOSTILE_NAME}`);
    expect(hostile.root.querySelectorAll('main script')).toEqual([]);
  });
});

describe('a pickup point', () => {
  test('that belongs to another postcode is rejected, and the form shows those of the new postcode', async () => {
    const shown = await withPoints('8000');
    const back = await visitor.submit(shown, { 'delivery.address.postcode': '2100' });
    expect(back.faults).toEqual({ 'delivery.pickup_point_id': 'Choose a pickup point, or another delivery.' });
    expect(offered(back)).toEqual(['210001', '210002', '210003', '210004', '210005']);
    // The nearest point is selected, and the price is that of its delivery.
    expect(back.textOf('#price')).toContain('39');
    const summary = await visitor.submit(back);
    expect(delivery(summary)).toContain('Pickup point: Kiosk 2100,');
  });

  test('that was selected on an earlier page is dropped when its postcode changes', async () => {
    const summary = await visitor.submit(await withPoints('8000'));
    const form = await visitor.submit(summary, {}, { step: 'edit' });
    const back = await visitor.submit(form, { 'delivery.address.postcode': '2100' });
    expect(Object.keys(back.faults)).toEqual(['delivery.pickup_point_id']);
    const spaced = await visitor.submit(form, { 'delivery.address.postcode': ' 80 00' });
    expect(delivery(spaced)).toContain('Pickup point: Kiosk 8000,');
  });

  test('is required, because the parcel would otherwise be sent to the address', async () => {
    const form = await visitor.open('/shop/other/de/buy?item=gift_card_value:1:20000');
    const back = await visitor.submit(form, { ...COLLECTED, 'delivery.address.postcode': '8000' });
    expect(back.status).toBe(422);
    expect(back.faults).toEqual({
      'delivery.pickup_point_id': 'Wählen Sie eine Abholstelle oder eine andere Lieferung.',
    });
    expect(offered(back)).toHaveLength(5);
  });

  test('stays selected while the carrier is unavailable', async () => {
    const shown = await withPoints('8000');
    // Waits until cached results have expired.
    await stack.advance(601);
    await stack.fault('courier', 'unavailable');
    const back = await visitor.submit(shown, { 'sender.email': 'nonsense' });
    expect(Object.keys(back.faults)).toEqual(['sender.email']);
    expect(delivery(await visitor.submit(back, GIFT))).toContain('Pickup point: Kiosk 8000,');
  });
});

describe('lookups of visitors', () => {
  const points = async (address: string, postcode: string): Promise<number> => {
    const someone = new Visitor(() => stack, { address });
    const page = await someone.open(`/shop/other/en/pickup-points?country=DK&postcode=${postcode}`);
    return page.root.querySelectorAll('input[type="radio"]').length;
  };
  const partner = () => stack.get('/v2/pickup-points?country=DK&postcode=8000', { key: FOREIGN_KEY });

  test('do not count against the limit for the keys of the company or of other visitors', async () => {
    await stack.advance(61);
    const results: number[] = [];
    for (let postcode = 7000; postcode < 7070; postcode++) results.push(await points('198.51.100.1', String(postcode)));
    expect(results.filter((count) => count > 0)).toHaveLength(12);
    expect(await points('198.51.100.2', '7500')).toBe(5);
    // Not all at once, because on a busy machine the carrier would respond too late.
    for (let round = 0; round < 6; round++) {
      const statuses = await Promise.all(Array.from({ length: 10 }, async () => (await partner()).status));
      expect(statuses).toEqual(Array.from({ length: 10 }, () => 200));
    }
    expect((await partner()).status).toBe(429);
    expect(await points('198.51.100.2', '7501')).toBe(5);
  });

  test('are limited for all visitors of a company together, across IP addresses, but not for its keys', async () => {
    await stack.advance(601);
    const results: number[] = [];
    for (let at = 0; at < 130; at++) results.push(await points(`198.51.100.${10 + (at % 13)}`, String(6000 + at)));
    expect(results.filter((count) => count > 0)).toHaveLength(120);
    expect((await partner()).status).toBe(200);
  });

  test('are returned from the cache for a repeated postcode, and count once', async () => {
    await stack.advance(601);
    const spelled = ['5000', '50%2000', '5000'];
    for (let round = 0; round < 10; round++)
      for (const each of spelled) expect(await points('192.0.2.1', each)).toBe(5);
    await stack.fault('courier', 'unavailable');
    expect(await points('192.0.2.1', '5000')).toBe(5);
    expect(await points('192.0.2.1', '5001')).toBe(0);
    await stack.advance(601);
    await stack.fault('courier', 'unavailable');
    expect(await points('192.0.2.1', '5000')).toBe(0);
  });
});
