import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { codeOf, fieldsOf, pageEditor, type DraftBody, type RevisionBody } from '../support/order-page.ts';
import { PAGE_KEY, pageSeed } from '../support/page-seed.ts';
import type { ErrorBody } from '../support/shop.ts';
import { startStack, type RunningStack } from '../support/stack.ts';

let stack: RunningStack;
const PATH = '/v2/order-page';
const { page, set, draft, readDraft, change, publish, discard, revisions, restore } = pageEditor(() => stack);

beforeAll(async () => {
  stack = await startStack({ seed: pageSeed });
});
afterAll(() => stack.stop());

/** The company's name replaces a missing title. */
const titleOf = ({ values }: { values?: Record<string, unknown> }) => values?.['title'] as Record<string, string>;

describe('drafts', () => {
  test('a draft shows the resulting page, and changes nothing before it is published', async () => {
    const live = (await page()).body;
    const created = await draft({ values: { open: true, title: { en: 'Draft' } }, note: 'Spring' });
    expect(created.status).toBe(201);
    expect(created.body).toMatchObject({
      object: 'order_page_draft',
      base_revision: live.revision,
      note: 'Spring',
      status: 'open',
    });
    expect(created.headers.get('etag')).toBe(created.body.etag);
    expect(created.body.values).toEqual({ ...live.values, open: true, title: { ...titleOf(live), en: 'Draft' } });
    expect((await page()).body).toEqual(live);
    expect((await readDraft(created.body.id)).body).toEqual(created.body);
    await discard(created.body.id);
  });

  test('editing requires the newest tag and returns a new one', async () => {
    const created = (await draft({ values: { title: { en: 'One', da: 'Et' } } })).body;
    const missing = await stack.call('PATCH', `${PATH}/drafts/${created.id}`, { key: PAGE_KEY, body: { note: 'x' } });
    expect(missing.status).toBe(428);
    const edited = await change(created.id, { values: { title: { en: 'Two' }, open: true } }, created.etag);
    expect(edited.status).toBe(200);
    expect(edited.body.etag).not.toBe(created.etag);
    expect(edited.headers.get('etag')).toBe(edited.body.etag);
    expect(edited.body.values).toMatchObject({ title: { en: 'Two', da: 'Et' }, open: true });
    expect((await change(created.id, { note: 'late' }, created.etag)).status).toBe(412);
    const back = await change(created.id, { values: { title: null }, note: 'kept' }, edited.body.etag);
    expect(back.body.values['title']).toEqual((await page()).body.values['title']);
    const again = await change(created.id, { values: { title: { de: 'Drei' } } }, back.body.etag);
    expect(titleOf(again.body)).toEqual({ ...titleOf((await page()).body), de: 'Drei' });
    expect(again.body.note).toBe('kept');
    const faulty = await change<ErrorBody>(created.id, { values: { open: 1, wrong: 2 } }, again.body.etag);
    expect(Object.keys(fieldsOf(faulty)).sort()).toEqual(['values.open', 'values.wrong']);
    expect((await readDraft(created.id)).body.etag).toBe(again.body.etag);
    await discard(created.id);
  });

  test('editing accepts an idempotency key: a repeat gets the same response, other input is a conflict', async () => {
    const created = (await draft()).body;
    const headers = { 'If-Match': created.etag, 'Idempotency-Key': randomUUID() };
    const edit = (note: string, more = {}) =>
      stack.call<DraftBody>('PATCH', `${PATH}/drafts/${created.id}`, {
        key: PAGE_KEY,
        headers: { ...headers, ...more },
        body: { note },
      });
    const twins = await Promise.all([edit('once'), edit('once'), edit('once')]);
    expect(twins.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(twins[1]?.body).toEqual(twins[0]?.body);
    expect(twins[2]?.body).toEqual(twins[0]?.body);
    expect(twins.filter((twin) => twin.headers.get('idempotency-replayed') === null)).toHaveLength(1);
    const later = await edit('once', { 'If-Match': twins[0]!.body.etag });
    expect(later.headers.get('idempotency-replayed')).toBe('true');
    expect(codeOf(await edit('twice'))).toBe('idempotency_conflict');
    expect((await readDraft(created.id)).body).toEqual(twins[0]?.body);
    await discard(created.id);
  });

  test('publishing creates a revision of the draft, and closes it', async () => {
    const before = (await page()).body;
    const created = (await draft({ values: { title: { en: 'Published' } }, note: 'Why' })).body;
    const answer = await publish(created.id, created.etag);
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({
      object: 'order_page_revision',
      number: before.revision + 1,
      changed: ['title'],
      note: 'Why',
      published_by: { type: 'api_key', label: 'page' },
    });
    const live = (await page()).body;
    expect(live.revision).toBe(before.revision + 1);
    expect(titleOf(live)).toEqual({ ...titleOf(before), en: 'Published' });
    const closed = (await readDraft(created.id)).body;
    expect(closed.status).toBe('published');
    for (const refused of [
      await change(created.id, { note: 'x' }, closed.etag),
      await change(created.id, { note: 'x' }, created.etag),
      await publish(created.id, closed.etag),
      await discard(created.id),
    ]) {
      expect([refused.status, codeOf(refused)]).toEqual([409, 'draft_closed']);
    }
    await set({ title: null });
  });

  test('a draft keeps changes published in the meantime, and cannot be published before it is read again', async () => {
    const created = (await draft({ values: { title: { en: 'Mine' } } })).body;
    await set({ 'contact.phone': '+45 12 34 56 78' });
    expect((await publish(created.id, created.etag)).status).toBe(412);
    expect((await change(created.id, { note: 'x' }, created.etag)).status).toBe(412);
    const seen = (await readDraft(created.id)).body;
    expect(seen.etag).not.toBe(created.etag);
    expect(seen.values).toMatchObject({ title: { en: 'Mine' }, 'contact.phone': '+45 12 34 56 78' });
    const answer = await publish(created.id, seen.etag);
    expect(answer.body.changed).toEqual(['title']);
    expect((await page()).body.values).toMatchObject({ title: { en: 'Mine' }, 'contact.phone': '+45 12 34 56 78' });
    await set({ title: null, 'contact.phone': null });
  });

  test('a draft with a removed default language is not published', async () => {
    const created = (await draft({ values: { default_language: 'de' } })).body;
    const narrowed = (await draft({ values: { languages: ['da', 'de'] } })).body;
    const live = await set({ languages: ['da', 'en'] });
    const { etag } = (await readDraft(created.id)).body;
    const refused = await publish<ErrorBody>(created.id, etag);
    expect([refused.status, Object.keys(fieldsOf(refused))]).toEqual([422, ['values.default_language']]);
    expect((await page()).body).toEqual(live);
    const mended = await change(created.id, { values: { languages: ['da', 'de'] } }, etag);
    expect((await publish(created.id, mended.body.etag)).status).toBe(200);
    expect((await page()).body.values).toMatchObject({ default_language: 'de', languages: ['da', 'de'] });
    await set({ languages: null, default_language: 'sv' });
    const { etag: newest } = (await readDraft(narrowed.id)).body;
    const other = await publish<ErrorBody>(narrowed.id, newest);
    expect([other.status, Object.keys(fieldsOf(other))]).toEqual([422, ['values.languages']]);
    await discard(narrowed.id);
    await set({ languages: null, default_language: null });
  });

  test('exactly one of two drafts that are published concurrently succeeds', async () => {
    for (let round = 0; round < 5; round++) {
      const before = (await page()).body.revision;
      const drafts = await Promise.all(
        ['one', 'two', 'three'].map((name) => draft({ values: { title: { en: `${name} ${round}` } } })),
      );
      const answers = await Promise.all(drafts.map(({ body }) => publish(body.id, body.etag)));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 412, 412]);
      const live = (await page()).body;
      expect(live.revision).toBe(before + 1);
      const winner = answers.findIndex(({ status }) => status === 200);
      expect(titleOf(live)['en']).toBe(`${['one', 'two', 'three'][winner]} ${round}`);
      await Promise.all(drafts.filter((_, at) => at !== winner).map(({ body }) => discard(body.id)));
    }
    await set({ title: null });
  });

  test('publishing the same draft twice concurrently succeeds once and creates one revision', async () => {
    const before = (await page()).body.revision;
    const created = (await draft({ values: { title: { en: 'Same' } } })).body;
    const answers = await Promise.all([publish(created.id, created.etag), publish(created.id, created.etag)]);
    const [won, lost] = answers.toSorted((a, b) => a.status - b.status);
    expect(won!.status).toBe(200);
    expect([409, 412]).toContain(lost!.status);
    expect((await page()).body.revision).toBe(before + 1);
    await set({ title: null });
  });

  test('a change concurrent with closing the draft is saved, or rejected as closed', async () => {
    for (const close of [discard, publish]) {
      for (let round = 0; round < 8; round++) {
        const { id, etag } = (await draft({ values: { title: { en: `Round ${round}` } } })).body;
        const [changed, closed] = await Promise.all([change(id, { note: 'x' }, etag), close(id, etag)]);
        expect([200, 204, 412]).toContain(closed.status);
        // Readers of the published page have an older tag.
        if (changed.status !== 200 && changed.status !== 412) {
          expect([changed.status, codeOf(changed)]).toEqual([409, 'draft_closed']);
        }
        await discard(id);
      }
    }
    await set({ title: null });
  });

  test('a company has at most 20 open drafts, even when they are created concurrently', async () => {
    const answers = await Promise.all(Array.from({ length: 23 }, () => draft({})));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(20);
    const refused = answers.filter(({ status }) => status !== 201);
    expect(refused.map((answer) => [answer.status, codeOf(answer)])).toEqual(
      Array.from({ length: 3 }, () => [409, 'too_many_drafts']),
    );
    const list = await stack.get<{ data: DraftBody[]; has_more: boolean }>(`${PATH}/drafts`, { key: PAGE_KEY });
    expect(list.body.data).toHaveLength(20);
    expect(list.body.has_more).toBe(false);
    const [first, second, ...rest] = list.body.data;
    expect((await discard(first!.id)).status).toBe(204);
    expect((await publish(second!.id, second!.etag)).status).toBe(200);
    expect((await draft({})).status).toBe(201);
    expect((await draft({})).status).toBe(201);
    expect((await draft({})).status).toBe(409);
    await Promise.all(rest.map(({ id }) => discard(id)));
    const reply = await stack.get<{ data: DraftBody[] }>(`${PATH}/drafts`, { key: PAGE_KEY });
    expect(reply.body.data).toHaveLength(2);
    await Promise.all(reply.body.data.map(({ id }) => discard(id)));
  });

  test('a discarded draft can be read and discarded again but not changed, and is deleted after 30 days', async () => {
    const created = (await draft({ note: 'bin' })).body;
    expect((await discard(created.id)).status).toBe(204);
    expect((await discard(created.id)).status).toBe(204);
    const closed = (await readDraft(created.id)).body;
    expect(closed).toMatchObject({ status: 'discarded', note: 'bin' });
    const refused = await change(created.id, { note: 'x' }, closed.etag);
    expect([refused.status, codeOf(refused)]).toEqual([409, 'draft_closed']);
    await stack.advance(29 * 24 * 3600);
    expect((await readDraft(created.id)).status).toBe(200);
    await stack.advance(2 * 24 * 3600);
    expect((await readDraft(created.id)).status).toBe(404);
  });
});

describe('history', () => {
  test('restoring creates a new revision with the old values, and changes no earlier one', async () => {
    await set({ title: { en: 'First' } });
    const [first] = await revisions();
    await set({ title: { en: 'Second' }, 'contact.phone': '1' });
    const before = await revisions();
    const answer = await restore(first!.id);
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({
      number: before[0]!.number + 1,
      restored_from: first!.id,
      changed: ['contact.phone', 'title'],
    });
    expect(answer.body.id).not.toBe(first!.id);
    expect((await page()).body.values).toMatchObject({ title: { en: 'First' }, 'contact.phone': '' });
    const after = await revisions();
    expect(after.slice(1)).toEqual(before);
    expect(after.map(({ number }) => number)).toEqual(after.map((_, at) => after.length - at));
  });

  test('each revision can be read with its values, in every language or one', async () => {
    await set({ title: { en: 'Read', da: 'Læst' } });
    const [newest] = await revisions();
    const whole = await stack.get<RevisionBody>(`${PATH}/revisions/${newest!.id}`, { key: PAGE_KEY });
    expect(whole.body).toMatchObject({ ...newest, values: { title: { en: 'Read', da: 'Læst' } } });
    const german = await stack.get<RevisionBody>(`${PATH}/revisions/${newest!.id}`, {
      key: PAGE_KEY,
      query: { lang: 'de' },
    });
    expect(german.body.values?.['title']).toBe('Læst');
    for (const id of ['opr_1', `opr_${'0'.repeat(32)}`, newest!.id.replace(/.$/, (c) => (c === '0' ? '1' : '0'))]) {
      expect((await stack.get(`${PATH}/revisions/${id}`, { key: PAGE_KEY })).status, id).toBe(404);
      expect((await restore(id)).status, id).toBe(404);
    }
  });

  test('a draft can be based on an earlier revision', async () => {
    await set({ title: { en: 'Old', da: 'Gammel' } });
    const [old] = await revisions();
    await set({ title: { en: 'New', sv: 'Ny' }, 'contact.phone': '2' });
    const created = await draft({ from_revision: old!.id, values: { 'contact.email': 'a@cafe.example' } });
    expect(created.status).toBe(201);
    expect(created.body.base_revision).toBe(old!.number);
    expect(created.body.values['title']).toEqual({ en: 'Old', da: 'Gammel' });
    expect(created.body.values).toMatchObject({ 'contact.email': 'a@cafe.example' });
    expect(created.body.values['contact.phone']).not.toBe('2');
    const wrong = await draft({ from_revision: `opr_${'0'.repeat(32)}` });
    expect([wrong.status, Object.keys(fieldsOf(wrong))]).toEqual([422, ['from_revision']]);
    await discard(created.body.id);
  });

  test('a draft shows the products of its base revision from the first response', async () => {
    await set({ featured_products: ['gcv_1', 'gcv_2'] });
    const [old] = await revisions();
    await set({ featured_products: ['gift_card_value'] });
    const created = await draft({ from_revision: old!.id });
    expect(created.body.values['featured_products']).toEqual(['gcv_1', 'gcv_2']);
    expect((await readDraft(created.body.id)).body).toEqual(created.body);
    await discard(created.body.id);
    await set({ featured_products: null });
  });
});

describe('repeated requests', () => {
  test('creating, publishing and restoring return the first response for a repeat', async () => {
    const key = randomUUID();
    const created = await draft({ note: 'twice' }, { idempotencyKey: key });
    const repeat = await draft({ note: 'twice' }, { idempotencyKey: key });
    expect(repeat.body).toEqual(created.body);
    expect(repeat.headers.get('idempotency-replayed')).toBe('true');
    expect(repeat.headers.get('etag')).toBe(created.body.etag);
    expect(codeOf(await draft({ note: 'other' }, { idempotencyKey: key }))).toBe('idempotency_conflict');

    const publishKey = randomUUID();
    const published = await publish(created.body.id, created.body.etag, { idempotencyKey: publishKey });
    const again = await publish(created.body.id, created.body.etag, { idempotencyKey: publishKey });
    expect([again.status, again.body]).toEqual([200, published.body]);
    expect(codeOf(await publish(`opd_${'0'.repeat(32)}`, '"x"', { idempotencyKey: publishKey }))).toBe(
      'idempotency_conflict',
    );

    const restoreKey = randomUUID();
    const restored = await restore(published.body.id, { idempotencyKey: restoreKey });
    const count = (await revisions()).length;
    expect((await restore(published.body.id, { idempotencyKey: restoreKey })).body).toEqual(restored.body);
    expect(await revisions()).toHaveLength(count);
  });

  test('many concurrent requests with the same key publish once and get the same response', async () => {
    const created = (await draft({ values: { title: { en: 'Once' } } })).body;
    const before = (await revisions()).length;
    const idempotencyKey = randomUUID();
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => publish(created.id, created.etag, { idempotencyKey })),
    );
    const done = answers.filter(({ status }) => status === 200);
    expect(done.length).toBeGreaterThan(0);
    for (const answer of done) expect(answer.body).toEqual(done[0]!.body);
    for (const answer of answers) {
      if (answer.status !== 200) expect(codeOf(answer)).toBe('request_in_progress');
    }
    expect(await revisions()).toHaveLength(before + 1);
  });

  test('a key is required, and a rejected request releases it', async () => {
    const none = await stack.post(`${PATH}/drafts`, { key: PAGE_KEY, body: {} });
    expect([none.status, codeOf(none)]).toEqual([422, 'idempotency_key_required']);
    const idempotencyKey = randomUUID();
    expect((await draft({ values: { open: 1 } }, { idempotencyKey })).status).toBe(422);
    const created = await draft({ values: { open: true } }, { idempotencyKey });
    expect(created.status).toBe(201);
    await discard(created.body.id);
  });

  test.each(['before-commit', 'after-commit'] as const)(
    'a publish that is killed %s is executed once when it is retried',
    async (at) => {
      const created = (await draft({ values: { title: { en: `Killed ${at}` } } })).body;
      const before = (await revisions()).length;
      const idempotencyKey = randomUUID();
      await stack.crash('publish-order-page-draft', at);
      expect((await publish(created.id, created.etag, { idempotencyKey })).status).toBe(502);
      const answer = await publish(created.id, created.etag, { idempotencyKey });
      expect(answer.status).toBe(200);
      expect(await revisions()).toHaveLength(before + 1);
      expect((await readDraft(created.id)).body.status).toBe('published');
    },
  );
});
