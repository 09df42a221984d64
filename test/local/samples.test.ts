import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { matchOf } from '../../functions/fallback/match.ts';
import { isolatedFunctions, queues, routes, schedules, streams } from '../../lib/definition.ts';
import { gatewayRoutesOf } from '../../lib/gateway-routes.ts';
import { sampleFile, sampleNames } from '../../lib/samples/order.ts';
import { SampleRun } from '../../lib/samples/run.ts';
import { built, BUILD_TIMEOUT_MS, folder } from '../bundles/built.ts';
import { startStack, type RunningStack } from '../support/stack.ts';

interface ApiEvent {
  version: string;
  routeKey: string;
  rawPath: string;
  headers: Record<string, string>;
  pathParameters?: Record<string, string>;
  requestContext: { http: { method: string; path: string }; routeKey: string };
}

const read = <T>(name: string): T => JSON.parse(readFileSync(sampleFile(name), 'utf8')) as T;

describe('every function has a sample event of its kind', () => {
  it.each(routes.map((route) => [route.name, route] as const))('%s: a request to its route', (name, route) => {
    const event = read<ApiEvent>(name);
    const [{ key } = { key: '$default' }] = gatewayRoutesOf(route);
    expect(event).toMatchObject({ version: '2.0', routeKey: key, requestContext: { routeKey: key } });
    expect(event.requestContext.http).toMatchObject({ method: route.method, path: event.rawPath });
    if (key === '$default') {
      if (route.path !== key) expect(matchOf([route], route.method, event.rawPath)?.path).toBe(route.path);
      return;
    }
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

/** Inputs of isolated functions, as sent by their callers. */
describe('every isolated function has a sample of its input', () => {
  const names = isolatedFunctions.map(({ name }) => name);
  it.each(names.filter((name) => name !== 'render-sample'))('%s: bytes to parse', (name) => {
    expect(read<{ source: object }>(name)).toMatchObject({ source: { base64: expect.any(String) } });
  });

  it('render-sample: a document to render', () => {
    expect(read('render-sample')).toMatchObject({
      input: { kind: 'gift_card', items: [{ code: expect.any(String) }] },
    });
  });
});

/** Routes whose samples are not audited, because they change nothing that others see. */
const CHANGES_NOTHING = new Set([
  'agent',
  'create-quote',
  'preview-order-page-draft',
  'preview-pdf-template',
  'v1-token',
  'v1-list-items',
  'v1-analytics',
  'v1-claimed-items',
  'desk-sign-in',
  'desk-sign-in-code',
  'desk-sign-out',
  'desk-print-labels',
  'desk-settings',
  'desk-begin-second-factor',
  // The samples of these routes find nothing to change.
  'delete-brand-asset',
  'desk-change-template',
  'desk-draw-template',
  'desk-forgotten-password',
  'desk-fulfill',
  'desk-reset-second-factor',
]);

const bundlesSetting = async (): Promise<Record<string, string>> => {
  await built();
  return { BUNDLES: folder };
};

interface Entry {
  channel: string;
  operation: string;
}

/** Operation in the audit log of forms with several buttons, by the button that the sample presses. */
const BY_BUTTON: Readonly<Record<string, string>> = {
  'desk-brand-picture': 'desk delete-brand-asset',
  'desk-close-draft': 'desk discard-order-page-draft',
  'desk-cancel-event': 'desk cancel-event',
  'desk-change-product': 'desk create-managed-product',
  'desk-act-on-product': 'desk duplicate-managed-product',
};

/** Runs the bundles; the command tested below runs the sources. */
describe('every sample runs through its handler, from the bundle that is deployed', () => {
  let stack: RunningStack;
  let run: SampleRun;

  beforeAll(async () => {
    stack = await startStack({ env: await bundlesSetting() });
    run = await SampleRun.begin(stack.url);
  }, BUILD_TIMEOUT_MS);

  afterAll(async () => {
    run.end();
    await stack.stop();
  });

  it.each(sampleNames())('%s', async (name) => {
    expect(existsSync(sampleFile(name)), `${sampleFile(name)} is missing`).toBe(true);
    const { ok, result, body } = await run.run(name);
    expect(ok, `${result} ${body ?? ''}`).toBe(true);
  });

  it('and every change is in the audit log, except changes audited by the domain', async () => {
    const audited = new Set<string>();
    let query: Record<string, string> = { limit: '100' };
    for (let next: string | null = ''; next !== null; query = { limit: '100', starting_after: next ?? '' }) {
      const { body } = await stack.get<{ data: Entry[]; next_cursor: string | null }>('/v2/audit-log', {
        key: stack.key('nordlys'),
        query,
      });
      for (const { channel, operation } of body.data) audited.add(operation).add(`${channel} ${operation}`);
      next = body.next_cursor;
    }
    const changing = routes.filter(
      ({ method, access, desk, auditedByDomain, name }) =>
        method !== 'GET' &&
        (access !== 'public' || desk !== undefined) &&
        !auditedByDomain &&
        !CHANGES_NOTHING.has(name),
    );
    expect(changing.map(({ name }) => name).filter((name) => !audited.has(BY_BUTTON[name] ?? name))).toEqual([]);
  });
});

describe('npm run invoke -- --all', () => {
  it('runs every sample on a temporary stack and prints a line for each', async () => {
    const { stdout, stderr } = await promisify(execFile)(process.execPath, ['bin/invoke.ts', '--all']);
    const lines = stdout.trim().split('\n');
    const names = sampleNames();
    expect(lines.slice(0, -1).map((line) => /^✓ (\S+) /.exec(line)?.[1])).toEqual(names);
    expect(lines.at(-1)).toBe(`${names.length} of ${names.length} samples succeeded.`);
    expect(stderr).not.toContain('"WARN"');
  }, 120_000);
});
