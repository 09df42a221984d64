import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createProduct } from '../../../functions/domain/administration/catalog/create.ts';
import { familyNamed } from '../../../functions/domain/administration/catalog/read.ts';
import { updateProduct } from '../../../functions/domain/administration/catalog/update.ts';
import { importOperatorData } from '../../../functions/domain/administration/operator-data/import.ts';
import { documents } from '../../../functions/storage/client.ts';
import { idempotencyRecordFor } from '../../../functions/storage/idempotency.ts';
import { MemoryTable } from '../../simulation/memory-table.ts';
import { company, event, experience, option } from '../operator-data/samples.ts';

const { send } = documents;
let untouched: typeof send;
beforeAll(() => {
  new MemoryTable().install();
  untouched = documents.send;
});
afterEach(() => Object.assign(documents, { send: untouched }));
afterAll(() => Object.assign(documents, { send }));

let serial = 0;

const create = (slug: string, entry: Record<string, unknown>, family = 'events') =>
  createProduct({
    company: slug,
    family: familyNamed(family),
    entry: () => entry,
    idempotency: idempotencyRecordFor({ company: slug, operation: 'create', key: `${++serial}`, input: entry }),
  });
const update = (slug: string, id: string, patch: Record<string, unknown>) =>
  updateProduct({ company: slug, family: 'events', id, ifMatch: undefined, idempotency: undefined, patch });

const entry = (id: number, optionId: number, slug: string) => ({ ...event('', id, [option(optionId)]), slug });
const created = (id: number, optionId: number, name: string) => (slug: string) =>
  create(slug, withoutCompany(entry(id, optionId, name)));
const withExperience = (id: number, optionId: number) => (slug: string) =>
  create(slug, withoutCompany(experience('', id, [option(optionId)])), 'experiences');
const withoutCompany = ({ company: _company, ...rest }: ReturnType<typeof experience>): Record<string, unknown> => rest;

/** Runs `act` before the n-th call to the table. Returns whether there is such a call. */
const beforeCall = (at: number, act: () => Promise<void>): (() => boolean) => {
  let calls = 0;
  documents.send = async (command) => {
    if (++calls === at) {
      Object.assign(documents, { send: untouched });
      await act();
    }
    return untouched(command);
  };
  return () => calls >= at;
};

const outcome = (change: Promise<unknown>): Promise<unknown> => change.catch((error: unknown) => error);

test('a new event without ids gets other ids if a concurrent request takes the first ones, at any interleaving', async () => {
  const { id: _id, company: _company, ...unnamed } = event('', 3, [], { slug: 'rock' });
  const { id: _option, ...unnamedOption } = option(1);
  let at = 0;
  for (let isReached = true; isReached;) {
    at += 1;
    const slug = `free-${++serial}`;
    await importOperatorData({ companies: [company(slug)], events: [event(slug, 1, [option(1001)])] });
    const taking = beforeCall(at, async () => void (await outcome(created(10, 2001, 'jazz')(slug))));
    expect(await create(slug, { ...unnamed, options: [unnamedOption] })).toMatchObject({ status: 201 });
    isReached = taking();
  }
  expect(at).toBeGreaterThan(3);
});

test.each<[string, (slug: string) => Promise<unknown>, (slug: string) => Promise<unknown>]>([
  ['two new events with one slug', created(10, 10_001, 'jazz'), created(11, 11_001, 'jazz')],
  ['two new events with one option id', created(10, 7, 'jazz'), created(11, 7, 'rock')],
  ['two experiences with an option id of the second', withExperience(10, 11_001), withExperience(11, 11_001)],
  [
    'two new experiences with an option id in the range of the first',
    withExperience(11, 11_001),
    withExperience(10, 11_001),
  ],
  [
    'two events that are renamed',
    (slug) => update(slug, '1', { slug: 'jazz' }),
    (slug) => update(slug, '2', { slug: 'jazz' }),
  ],
  ['a new event and a renamed event', created(10, 10_001, 'jazz'), (slug) => update(slug, '2', { slug: 'jazz' })],
])('of %s, one is rejected, at any interleaving', async (_, one, other) => {
  let at = 0;
  for (let isReached = true; isReached;) {
    at += 1;
    const slug = `names-${++serial}`;
    await importOperatorData({
      companies: [company(slug)],
      events: [event(slug, 1, [option(1001)], { slug: 'first' }), event(slug, 2, [option(2001)], { slug: 'second' })],
    });
    const outcomes: unknown[] = [];
    const wasReached = beforeCall(at, async () => void outcomes.push(await outcome(other(slug))));
    outcomes.push(await outcome(one(slug)));
    isReached = wasReached();
    if (!isReached) break;
    expect(outcomes).toContainEqual(expect.objectContaining({ status: 422 }));
    expect(outcomes).toContainEqual(expect.objectContaining({ body: expect.anything() as unknown }));
  }
  expect(at).toBeGreaterThan(3);
});
