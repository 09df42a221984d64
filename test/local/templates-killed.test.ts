import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { GetObjectCommand, ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { API_KEY, ruleSeed } from '../support/seed.ts';
import { startStack, type RunningStack } from '../support/stack.ts';
import { simplePdf, TemplatePartner, type TemplateBody } from '../support/templates.ts';

/** Slightly longer than the lease on an idempotency key whose holder crashed. */
const LEASE_SECONDS = 60;
const BRAND = '/v2/companies/shop/brand';

let stack: RunningStack;
let partner: TemplatePartner;
let folder: string;

const start = async (): Promise<void> => {
  stack = await startStack({ seed: ruleSeed, dataDir: folder });
  partner = new TemplatePartner(stack, API_KEY);
};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'data-'));
  await start();
}, 60_000);
afterAll(async () => {
  await stack.stop();
  await rm(folder, { recursive: true });
});

/** Kills the stack like a power cut, and restarts it on the same folder. */
const restart = async (): Promise<void> => {
  await stack.kill();
  await start();
};

const inStore = async <T>(work: (store: S3Client, bucket: string) => Promise<T>): Promise<T> => {
  const environment = await stack.control<Record<string, string>>('GET', '/environment');
  const store = new S3Client({
    region: 'eu-west-1',
    endpoint: environment['AWS_ENDPOINT_URL_S3'] ?? '',
    forcePathStyle: true,
    credentials: {
      accessKeyId: environment['AWS_ACCESS_KEY_ID'] ?? '',
      secretAccessKey: environment['AWS_SECRET_ACCESS_KEY'] ?? '',
    },
  });
  try {
    return await work(store, environment['BUCKET_DOCUMENTS'] ?? '');
  } finally {
    store.destroy();
  }
};

/** Files of templates in the store. */
const filesKept = (): Promise<string[]> =>
  inStore(async (store, bucket) => {
    const { Contents: found = [] } = await store.send(
      new ListObjectsV2Command({ Bucket: bucket, Prefix: 'templates/' }),
    );
    return found.map(({ Key: key = '' }) => key).toSorted();
  });

const readFile = (key: string): Promise<string> =>
  inStore(async (store, bucket) => {
    const { Body: body } = await store.send(new GetObjectCommand({ Bucket: bucket, Key: key }));
    return (await body?.transformToString()) ?? '';
  });

/** Files in the store after a sweep that runs after the hour in which an object may still be committed. */
const swept = async (): Promise<string[]> => {
  await stack.advance(2 * 3600);
  await stack.runSchedule('picture-sweep');
  await stack.idle();
  return filesKept();
};

const activeOf = async (productType: string | null): Promise<string[]> =>
  (await partner.list())
    .filter(({ status, product_type }) => status === 'active' && product_type === productType)
    .map(({ name }) => name);

/** Crashes a function before or after its commit, and then cuts the power. */
const cutBefore = async (
  name: string,
  at: 'before-commit' | 'after-commit',
  work: () => Promise<{ status: number }>,
) => {
  await stack.crash(name, at);
  expect((await work()).status).toBe(502);
  await restart();
};

const readBrand = async () =>
  (await stack.get<{ default_template: { id: string; version: number } }>(BRAND, { key: API_KEY })).body;

describe('a power cut', () => {
  it('between the bytes of a template and its row leaves the slot open, and the bytes are deleted', async () => {
    await partner.list();
    const before = await filesKept();
    const id = await partner.upload(await simplePdf());
    const path = `/upload-intents/${id}/finalize`;
    const key = { 'Idempotency-Key': 'cut-finalize' };
    await cutBefore('finalize-pdf-template', 'before-commit', () => partner.post(path, { name: 'Cut' }, key));
    const put = await filesKept();
    expect(put.filter((file) => file.includes(id))).toHaveLength(2);
    expect((await partner.list()).map(({ name }) => name)).toEqual(['Default']);
    const early = await partner.post<{ error: { code: string } }>(path, { name: 'Cut' }, key);
    expect([early.status, early.body.error.code]).toEqual([409, 'request_in_progress']);
    await stack.advance(LEASE_SECONDS);
    const created = await partner.post(path, { name: 'Cut' }, key);
    expect([created.status, created.body.status]).toEqual([201, 'ready']);
    const kept = await swept();
    expect(kept.filter((file) => !file.includes(id))).toEqual(before);
    expect(kept.filter((file) => file.includes(id) && !put.includes(file))).toHaveLength(2);
    expect(kept).toHaveLength(before.length + 2);
    expect((await stack.get(`/v2/pdf-templates/${id}/file`, { key: API_KEY })).status).toBe(200);
  });

  it('after the commit of the row changes nothing, and the same request returns the template', async () => {
    const id = await partner.upload(await simplePdf());
    const path = `/upload-intents/${id}/finalize`;
    const key = { 'Idempotency-Key': 'cut-after' };
    await cutBefore('finalize-pdf-template', 'after-commit', () => partner.post(path, { name: 'After' }, key));
    expect((await partner.post(path, { name: 'After' }, key)).body).toMatchObject({ id, status: 'ready' });
    expect((await swept()).filter((file) => file.includes(id))).toHaveLength(2);
    expect((await partner.post(`/${id}/delete`)).status).toBe(204);
    expect((await swept()).filter((file) => file.includes(id))).toEqual([]);
  });

  it.each(['before-commit', 'after-commit'] as const)(
    'between two templates, %s, leaves exactly one active for each product type',
    async (at) => {
      const created = [];
      for (const product_type of [null, null, 'event_ticket', 'event_ticket']) {
        created.push(
          await partner.made(await simplePdf(), { name: `${String(product_type)} ${created.length}`, product_type }),
        );
      }
      for (const [from, to] of [
        [created[0], created[1]],
        [created[2], created[3]],
      ]) {
        await partner.post(`/${from!.id}/activate`);
        const key = { 'Idempotency-Key': `cut-${at}-${to!.id}` };
        await cutBefore('activate-pdf-template', at, () => partner.post(`/${to!.id}/activate`, undefined, key));
        expect(await activeOf(to!.product_type)).toEqual([at === 'before-commit' ? from!.name : to!.name]);
        expect((await partner.post(`/${to!.id}/activate`, undefined, key)).body.status).toBe('active');
        expect(await activeOf(to!.product_type)).toEqual([to!.name]);
        await cutBefore('revert-pdf-template', at, () =>
          partner.post('/revert', { product_type: to!.product_type }, { 'Idempotency-Key': `back-${at}-${to!.id}` }),
        );
        expect(await activeOf(to!.product_type)).toEqual([at === 'before-commit' ? to!.name : from!.name]);
      }
    },
    120_000,
  );

  it('while the default is recreated leaves the previous or the new one, and no other file', async () => {
    const { id } = (await partner.list()).find(({ kind }) => kind === 'default')!;
    for (const [at, primary] of [
      ['before-commit', '#224466'],
      ['after-commit', '#662244'],
    ] as const) {
      await stack.call('PATCH', BRAND, { key: API_KEY, body: { colors: { primary } } });
      await cutBefore('read-pdf-template', at, () => stack.get(`/v2/pdf-templates/${id}`, { key: API_KEY }));
      const template = await partner.read(id);
      expect(template).toMatchObject({ kind: 'default', ...(await readBrand()).default_template });
      expect((await partner.list()).filter(({ kind }) => kind === 'default')).toHaveLength(1);
      expect((await swept()).filter((file) => file.includes(id))).toHaveLength(1);
      expect((await stack.get(`/v2/pdf-templates/${id}/file`, { key: API_KEY })).status).toBe(200);
    }
  });

  it('while fields change leaves the previous ones, and a rejected change has no effect', async () => {
    const template = await partner.made(await simplePdf(), { name: 'Changed' });
    const { headers } = await stack.get(`/v2/pdf-templates/${template.id}`, { key: API_KEY });
    const put = (width: number) =>
      stack.call<TemplateBody>('PUT', `/v2/pdf-templates/${template.id}`, {
        key: API_KEY,
        idempotencyKey: true,
        body: { name: 'Changed', layout: [{ field: 'code', page: 1, x: 20, y: 300, width, height: 30 }] },
        headers: { 'If-Match': headers.get('etag') ?? '' },
      });
    await cutBefore('update-pdf-template', 'before-commit', () => put(200));
    expect((await partner.read(template.id)).version).toBe(1);
    const answers = await Promise.all([210, 220, 230, 240].map(put));
    const won = answers.filter(({ status }) => status === 200);
    expect(won).toHaveLength(1);
    for (const { status } of answers) expect([200, 409, 412, 503]).toContain(status);
    const kept = (await swept()).filter((file) => file.includes(template.id));
    expect(kept).toHaveLength(2);
    const places = await readFile(kept.find((file) => file.endsWith('.json'))!);
    expect(JSON.parse(places)).toMatchObject([{ width: won[0]?.body.fields[0]?.width }]);
  });
});
