import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openApi } from '../../../lib/ops/partner.ts';

/** Query strings of the requests for a list of 250 numbers. */
const requested: string[] = [];
const server = createServer((request, answer) => {
  const address = new URL(request.url ?? '', 'http://local');
  requested.push(address.search);
  const from = Number(address.searchParams.get('starting_after')?.slice('after '.length) ?? 0);
  const to = Math.min(250, from + Number(address.searchParams.get('limit') ?? 25));
  const data = Array.from({ length: to - from }, (_, at) => from + at);
  answer.end(JSON.stringify({ data, next_cursor: to < 250 ? `after ${to}` : null }));
});

beforeAll(() => new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening)));
afterAll(() => server.close());

test.each(['/v2/pdf-templates', '/v2/pdf-templates?company=shop'])('a list is read to its end: %s', async (path) => {
  const { port } = server.address() as AddressInfo;
  const api = await openApi({ url: `http://127.0.0.1:${port}`, key: 'lp_test_key' });
  expect(await api.list<number>(path)).toEqual(Array.from({ length: 250 }, (_, at) => at));
  expect(requested.at(-1)).toContain('starting_after=after%20200');
});
