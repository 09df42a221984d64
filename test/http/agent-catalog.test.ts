import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Agent, type Arguments } from '../support/agent.ts';
import { API_KEY, ruleSeed } from '../support/seed.ts';
import { startStack, type RunningStack } from '../support/stack.ts';

let stack: RunningStack;
let agent: Agent;
beforeAll(async () => {
  stack = await startStack({ seed: ruleSeed });
  agent = new Agent(stack, API_KEY, '?toolsets=catalog');
});
afterAll(() => stack.stop());

const key = (): string => randomUUID();
const preview = async (name: string, given: Arguments) => {
  const { structuredContent } = await agent.call(name, { idempotency_key: key(), ...given });
  expect(structuredContent.error?.code).toBe('confirmation_required');
  return structuredContent.preview;
};
const done = (name: string, given: Arguments) => agent.done(name, { idempotency_key: key(), ...given });
const etagOf = async (name: string, given: Arguments): Promise<string> =>
  String((await agent.call(name, given))._meta?.['etag']);

describe('the toolset catalog', () => {
  test('manages products and stock, and changes nothing before confirmation', async () => {
    const product = { family: 'experiences', name: 'Sail', options: [{ name: 'One hour', amount: 20_000, stock: 5 }] };
    expect(await preview('catalog_create', product)).toMatchObject({ name: 'Sail', published: true });
    const created = await done('catalog_create', product);
    const named = { family: 'experiences', id: String(created['id']) };
    const change = { ...named, name: 'Sailing', if_match: await etagOf('catalog_get', named) };
    expect(await preview('catalog_update', change)).toMatchObject({ name: 'Sailing' });
    expect((await agent.call('catalog_get', named)).structuredContent).toMatchObject({ name: 'Sail' });
    expect(await done('catalog_update', change)).toMatchObject({ name: 'Sailing' });
    const [option] = created['options'] as { option_id: string }[];
    const stock = { option_id: option?.option_id, change: 3 };
    expect(await preview('catalog_set_stock', stock)).toMatchObject({ remaining: 8 });
    expect(await done('catalog_set_stock', stock)).toMatchObject({ remaining: 8 });
    expect(await preview('catalog_archive', named)).toMatchObject({ archived: { name: 'Sailing' } });
    expect(await done('catalog_archive', named)).toEqual({});
    const { data } = (await agent.call('catalog_list', { family: 'experiences' })).structuredContent;
    expect((data as { id: number }[]).map(({ id }) => id)).not.toContain(created['id']);
  });

  test('manages campaigns with their codes', async () => {
    const campaign = { name: 'Spring', applies_to: 'gift_card', kind: 'added-value', value: 20, enabled: false };
    expect(await preview('campaigns_create', campaign)).toMatchObject({ name: 'Spring', codes_count: 0 });
    const created = await done('campaigns_create', campaign);
    const named = { id: String(created['id']) };
    const if_match = await etagOf('campaigns_get', named);
    expect(await done('campaigns_update', { ...named, value: 25, if_match })).toMatchObject({ value: 25 });
    expect(await preview('campaigns_create_codes', { ...named, count: 2 })).toMatchObject({ count: 2 });
    const batch = await done('campaigns_create_codes', { ...named, count: 2 });
    expect((await agent.call('campaigns_get_code_batch', { id: batch['id'] })).structuredContent).toEqual(batch);
    expect((await agent.call('campaigns_list')).structuredContent['data']).toMatchObject([{ codes_count: 2 }]);
    expect(await preview('campaigns_delete', named)).toMatchObject({ deleted: { name: 'Spring' } });
    expect(await done('campaigns_delete', named)).toEqual({});
  });

  test('manages discount codes', async () => {
    const code = { code: 'SAIL-10', percent: 10 };
    expect(await preview('discountcodes_create', code)).toMatchObject({ used: 0 });
    await done('discountcodes_create', code);
    const if_match = await etagOf('discountcodes_get', { code: 'sail-10' });
    expect(await done('discountcodes_update', { code: 'sail-10', percent: 15, if_match })).toMatchObject({
      percent: 15,
    });
    expect(await preview('discountcodes_delete', { code: 'SAIL-10' })).toMatchObject({ deleted: { percent: 15 } });
    expect(await done('discountcodes_delete', { code: 'SAIL-10' })).toEqual({});
    expect(await done('discountcodes_create_batch', { count: 2, prefix: 'SAIL-', percent: 5 })).toMatchObject({
      count: 2,
      status: 'finished',
    });
    expect(JSON.stringify((await agent.call('discountcodes_list')).structuredContent)).toContain('SAIL-');
  });
});
