import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import * as z from 'zod/mini';
import { EVENT_TYPES, SUBSCRIBABLE_EVENTS } from '../../functions/domain/notifications/webhooks/schema.ts';
import recorded from '../../functions/api/docs/openapi/examples.json' with { type: 'json' };
import earlier from '../../functions/api/docs/openapi/examples-more.json' with { type: 'json' };
import earlierEvents from '../../functions/api/webhooks/events/example-events.json' with { type: 'json' };
import { routes } from '../../functions/routes.ts';
import { sampleNames } from '../../lib/samples/order.ts';
import { SampleRun } from '../../lib/samples/run.ts';
import { mergeExamples } from './merge-examples.ts';
import { startStack } from './stack.ts';

/**
 * Records an event of each type, and examples of the routes that `record-examples.ts` does not call, from their
 * samples: `node test/support/record-more-examples.ts`. Run it again when responses change.
 */
const EXAMPLES = 'functions/api/docs/openapi/examples-more.json';
const EVENTS = 'functions/api/webhooks/events/example-events.json';
const SHOWN_ENTRIES = 2;

const cut = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.slice(0, SHOWN_ENTRIES).map(cut);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, cut(member)]));
};

interface SampleEvent {
  body?: string;
  isBase64Encoded?: boolean;
  headers?: Record<string, string>;
}

/** The parsed request body; undefined if there is none, or if it does not match the schema of the route. */
const requestOf = (route: (typeof routes)[number], { body = '', isBase64Encoded, headers }: SampleEvent): unknown => {
  if (!route.body || body === '') return undefined;
  const text = isBase64Encoded ? Buffer.from(body, 'base64').toString() : body;
  const isForm = headers?.['content-type']?.includes('urlencoded') ?? false;
  const request: unknown = isForm ? Object.fromEntries(new URLSearchParams(text)) : JSON.parse(text);
  return z.safeParse(route.body, request).success ? request : undefined;
};

const stack = await startStack();
const run = await SampleRun.begin(stack.url);
try {
  const examples: Record<string, object> = {};
  for (const name of sampleNames()) {
    const { ok, result, body, sent } = await run.run(name);
    const route = routes.find((each) => each.name === name);
    if (!ok || !route || (route.access === 'public' && !route.path.startsWith('/v2/')) || name in recorded) continue;
    const isJson = (body ?? '').startsWith('{');
    const request = requestOf(route, sent);
    examples[name] = {
      status: Number(result),
      ...(request === undefined ? {} : { request }),
      ...(isJson ? { response: cut(JSON.parse(body ?? '')) } : {}),
    };
  }
  const key = stack.key('nordlys', 'demo, everything (live)');
  await stack.post('/v2/webhook-endpoints', {
    key,
    idempotencyKey: true,
    body: { url: 'http://127.0.0.1:9/', events: SUBSCRIBABLE_EVENTS },
  });
  const events: Record<string, unknown> = {};
  for (const type of EVENT_TYPES) {
    await promisify(execFile)(process.execPath, ['bin/ops.ts', 'trigger', type, '--url', stack.url, '--key', key]);
    let cursor: string | null = null;
    do {
      const query: Record<string, string> = { limit: '100', ...(cursor ? { starting_after: cursor } : {}) };
      const { body } = await stack.get<{ data: { type: string }[]; next_cursor: string | null }>('/v2/webhook-events', {
        key,
        query,
      });
      for (const event of body.data) if (event.type === type) events[type] = event;
      cursor = body.next_cursor;
    } while (cursor);
  }
  const write = (file: string, value: object): Promise<void> => {
    const shown = JSON.stringify(value, null, 2)
      .replaceAll(stack.url, 'http://127.0.0.1:3000')
      .replaceAll(/whsec_[A-Za-z0-9+/]{43}=/g, `whsec_${'0123456789'.repeat(4)}abc=`)
      .replaceAll(/("(?:access|refresh)_token": ")[^"]+/g, `$1${'0123456789abcdef'.repeat(4)}`)
      .replaceAll(/(X-Amz-(?:Signature|Credential)=)[^"&]+/g, '$1example');
    return writeFile(file, `${shown}\n`);
  };
  await write(EXAMPLES, mergeExamples(earlier, examples));
  await write(EVENTS, mergeExamples(earlierEvents, { ...earlierEvents, ...events }));
  process.stdout.write(`${Object.keys(examples).length} examples, ${Object.keys(events).length} events\n`);
} finally {
  run.end();
  await stack.stop();
}
