import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { existsSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allFunctions, isolated, queues, routes, schedules, streams } from '../../lib/definition.ts';
import { built, BUILD_TIMEOUT_MS, folder } from '../stack/built.ts';
import { startStack, type RunningStack } from '../support/stack.ts';

const fileOf = (name: string): string => `events/${name}.json`;

interface ApiEvent {
  version: string;
  routeKey: string;
  rawPath: string;
  headers: Record<string, string>;
  pathParameters?: Record<string, string>;
  requestContext: { http: { method: string; path: string }; routeKey: string };
}

const read = <T>(name: string): T => JSON.parse(readFileSync(fileOf(name), 'utf8')) as T;

describe('every function has a sample event of its kind', () => {
  it.each(routes.map((route) => [route.name, route] as const))('%s: a request to its route', (name, route) => {
    const event = read<ApiEvent>(name);
    const key = route.path === '$default' ? '$default' : `${route.method} ${route.path}`;
    expect(event).toMatchObject({ version: '2.0', routeKey: key, requestContext: { routeKey: key } });
    expect(event.requestContext.http).toMatchObject({ method: route.method, path: event.rawPath });
    if (key === '$default') return;
    const parameters = event.pathParameters ?? {};
    expect(route.path.replaceAll(/\{([^}+]+)\+?\}/g, (_, parameter: string) => parameters[parameter] ?? '')).toBe(
      event.rawPath,
    );
  });

  it.each(queues.map((queue) => queue.consumer.name))('%s: a batch of messages', (name) => {
    const { Records: records } = read<{ Records: { eventSource: string; body: string }[] }>(name);
    expect(records[0]?.eventSource).toBe('aws:sqs');
    expect(typeof JSON.parse(records[0]?.body ?? '')).toBe('object');
  });

  it.each(schedules.map((schedule) => schedule.target.name))('%s: a tick of its schedule', (name) => {
    expect(read(name)).toMatchObject({ source: 'aws.events', 'detail-type': 'Scheduled Event' });
  });

  it.each(streams.map((stream) => stream.consumer.name))('%s: a batch of changes', (name) => {
    expect(read(name)).toMatchObject({ Records: [{ eventSource: 'aws:dynamodb' }] });
  });
});

/** What isolated functions are given, as any caller of theirs would. */
describe('every isolated function has a sample of what it is given', () => {
  it.each(isolated.map(({ name }) => name))('%s: bytes to take apart, and nowhere to put the result', (name) => {
    expect(read<{ source: object }>(name).source).toMatchObject({ base64: expect.any(String) });
  });
});

/** What comes first because others build on it; the rest follows in the order of the definition. */
const FIRST = [
  'create-order',
  'create-checkout-session',
  'show-payment-page',
  'submit-payment',
  'claim-item',
  'claim-order',
  'register-webhook-endpoint',
  'ping-webhook-endpoint',
  'create-api-key',
  'v1-token',
  'v1-create-gc',
  'v1-capture-order',
  'v1-claim-order',
  'v1-activate-item',
  'open-pdf-template-upload',
  'finalize-pdf-template',
];
const LAST = ['cancel-item', 'v1-cancel-item', 'delete-webhook-endpoint', 'revoke-api-key'];

/** Samples that are refused for a reason, with the answer they get. */
const REFUSED: Record<string, { status: number; why: string }> = {
  'unknown-route': { status: 404, why: 'that is what it is for' },
  'open-test-session': { status: 400, why: 'only this service can sign it' },
  'close-test-session': { status: 400, why: 'only this service can sign it' },
  'refund-test-payment': { status: 400, why: 'only this service can sign it' },
  'read-test-payment': { status: 400, why: 'only this service can sign it' },
  'receive-test-notice': { status: 400, why: 'only the gateway can sign it' },
  'read-linked-document': { status: 404, why: 'only this service can sign its link' },
  'read-linked-item-document': { status: 404, why: 'only this service can sign its link' },
  'show-brand-asset': { status: 404, why: 'its name follows from content that only a running stack has' },
  'receive-stripe-notice': { status: 404, why: 'Stripe is not configured on this machine' },
};

/** The file that the sample of a template declares. */
const SAMPLE_TEMPLATE = readFileSync('test/fixtures/templates/ghostscript.pdf');

/** One red pixel: the picture that the upload sample declares. */
const SAMPLE_PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC',
  'base64',
);

/** Where samples upload, and what. */
const SLOTS: Record<string, { prefix: string; bytes: Buffer }> = {
  'open-greeting-image-upload': { prefix: 'gimg', bytes: SAMPLE_PICTURE },
  'open-pdf-template-upload': { prefix: 'pdft', bytes: SAMPLE_TEMPLATE },
  'shop-open-picture': { prefix: 'gimg', bytes: SAMPLE_PICTURE },
};

const inOrder = (): string[] => {
  const rest = allFunctions()
    .map(({ name }) => name)
    .filter((name) => !FIRST.includes(name) && !LAST.includes(name));
  return [...FIRST, ...rest, ...LAST];
};

const asBundles = async (): Promise<Record<string, string>> => {
  await built();
  return { BUNDLES: folder };
};

describe.each([
  { from: 'its source', environment: () => Promise.resolve({}) },
  { from: 'the bundle that is deployed', environment: asBundles },
])('every sample runs through its handler, from $from', ({ environment }) => {
  let stack: RunningStack;
  /** Ids in the samples that only a running stack can know, and what they are here. */
  const known = new Map<string, string>();

  const receiver = createServer((_, answer) => answer.end());

  beforeAll(async () => {
    stack = await startStack({ env: await environment() });
    await new Promise<void>((listening) => receiver.listen(0, '127.0.0.1', listening));
    known.set('127.0.0.1:9/', `127.0.0.1:${(receiver.address() as AddressInfo).port}/`);
    await invoke('create-order', (event) => event.replace('"sample-order"', '"sample-settled-order"'));
    const key = 'sample-create-order-page-draft"';
    const draft = await invoke('create-order-page-draft', (event) => event.replace(`"${key}`, `"second-${key}`));
    known.set(`opd_${'1'.repeat(32)}`, (JSON.parse((draft as Result).body ?? '') as { id: string }).id);
  }, BUILD_TIMEOUT_MS);

  afterAll(async () => {
    await stack.stop();
    receiver.close();
  });

  const invoke = async (name: string, change: (event: string) => string = (event) => event) => {
    let event = change(readFileSync(fileOf(name), 'utf8'));
    for (const [sample, real] of known) event = event.replaceAll(sample, real);
    const answer = await stack.control<{ result: unknown }>('POST', `/functions/${name}`, JSON.parse(event));
    return answer.result;
  };

  const zeros = '0'.repeat(32);

  /** Ids that answers made and later samples name. */
  const learn = async (name: string, body: string, headers: Record<string, string>): Promise<void> => {
    const id = (member = 'id'): string => String((JSON.parse(body) as Record<string, unknown>)[member]);
    if (name === 'submit-payment') await stack.idle();
    if (name === 'create-api-key')
      known.set(`/v2/api-keys/${zeros}`, `/v2/api-keys/${id()}`).set(`"id": "${zeros}"`, `"id": "${id()}"`);
    const slot = SLOTS[name];
    if (slot) {
      known.set(`${slot.prefix}_${zeros}`, id());
      const { upload } = JSON.parse(body) as { upload: { url: string; headers: Record<string, string> } };
      await fetch(upload.url, { method: 'PUT', headers: upload.headers, body: slot.bytes });
    }
    if (name === 'finalize-pdf-template') known.set('sample-template-tag', (headers['ETag'] ?? '').slice(1, -1));
    if (name === 'create-checkout-session') known.set(`cs_${zeros}`, id());
    if (name === 'register-webhook-endpoint') known.set(`wh_${zeros}`, id());
    if (name === 'issue-items') {
      const [item] = (JSON.parse(body) as { items: { order_id: string; code: string }[] }).items;
      known.set(`ord_${zeros}`, item!.order_id).set('SAMPLE-CODE', item!.code);
    }
    if (name === 'v1-token') known.set('sample-access-token', id('access_token'));
    if (name === 'v1-create-gc') {
      const { response } = JSON.parse(body) as { response: { order_id: string } };
      known.set(`ord_${'1'.repeat(32)}`, response.order_id);
    }
    if (name === 'read-order-page') known.set('live-page-tag', id('etag').slice(1, -1));
    if (name === 'create-order-page-draft') known.set(`opd_${zeros}`, id());
    if (name.endsWith('ate-order-page-draft')) known.set('draft-tag', id('etag').slice(1, -1));
    if (name === 'publish-order-page-draft') known.set(`opr_${zeros}`, id());
    if (name === 'shop-buy') known.set('sample-form', /name="form" value="([^"]+)"/.exec(body)?.[1] ?? '');
    if (name === 'shop-order') await learnReceipt();
    if (name === 'ping-webhook-endpoint') known.set(`whd_${zeros}`, await pingedDelivery());
  };

  /** The newest order is the one of the shop: paid, so that it has a document. */
  const learnReceipt = async (): Promise<void> => {
    const read = async () => {
      const { body } = (await invoke('list-orders', (event) =>
        event.replace(/"rawQueryString": ".*"/, '"rawQueryString": ""'),
      )) as Result;
      return (JSON.parse(body ?? '') as { data: { id: string; return_url: string; line_items: { id: string }[] }[] })
        .data[0]!;
    };
    const [, order = '', signature = ''] = /orders\/(po_\w+)\/([\w-]+)/.exec((await read()).return_url) ?? [];
    known.set(`po_${'2'.repeat(32)}`, order).set('sample-signature', signature);
    known.set(`poli_${'2'.repeat(32)}`, (await read()).line_items[0]!.id);
    const { headers } = (await invoke('shop-pay')) as { headers: Record<string, string> };
    await fetch(headers['Location'] ?? '', {
      method: 'POST',
      body: new URLSearchParams({ card_number: '4242424242424242', expiry: '12/40', cvc: '123' }),
      redirect: 'manual',
    });
    await stack.idle();
  };

  const pingedDelivery = async (): Promise<string> => {
    await stack.idle();
    const { body } = (await invoke('list-webhook-deliveries')) as { body: string };
    return (JSON.parse(body) as { data: { id: string }[] }).data[0]?.id ?? '';
  };

  it.each(inOrder())('%s', async (name) => {
    expect(existsSync(fileOf(name)), `${fileOf(name)} is missing`).toBe(true);
    const result = (await invoke(name)) as Result | null;
    expect(outcomeOf(name, result), result?.body).toBe('as expected');
    await learn(name, result?.body ?? '', result?.headers ?? {});
  });
});

interface Result {
  statusCode?: number;
  headers?: Record<string, string>;
  body?: string;
  batchItemFailures?: unknown[];
}

const outcomeOf = (name: string, result: Result | null): string => {
  if (!routes.some((route) => route.name === name)) {
    return (result?.batchItemFailures ?? []).length === 0 ? 'as expected' : 'messages failed';
  }
  const status = result?.statusCode ?? 0;
  const refused = REFUSED[name];
  const isRefusal = (result?.body ?? '').startsWith('{"status":"Error"');
  const expected = refused ? status === refused.status : status >= 200 && status < 400 && !isRefusal;
  return expected ? 'as expected' : `answered ${status}`;
};
