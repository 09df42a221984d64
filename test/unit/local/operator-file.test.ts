import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { readOperatorFile } from '../../../lib/operator-file.ts';
import { openApi } from '../../../lib/ops/partner.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'operator-file-'));
});
afterAll(() => rm(folder, { recursive: true }));
afterEach(() => vi.unstubAllEnvs());

const read = async (text: string | Buffer): Promise<unknown> => {
  const file = join(folder, 'data.json');
  await writeFile(file, text);
  return readOperatorFile(file);
};

describe('a file of operator data', () => {
  test('may begin with a byte order mark, as Windows editors write it', async () => {
    expect(await read('\uFEFF{"companies": []}')).toEqual({ companies: [] });
  });

  test('provides its key to commands even with a byte order mark', async () => {
    const key = 'lp_test_key';
    await read(`\uFEFF{"api_keys": [{"key": "${key}"}]}`);
    vi.stubEnv('SEED', join(folder, 'data.json'));
    expect(await openApi({ url: 'http://127.0.0.1:1' })).toMatchObject({ isLocal: true });
  });

  test('keeps byte order marks within its texts', async () => {
    expect(await read('{"companies": ["\uFEFFa"]}')).toEqual({ companies: ['\uFEFFa'] });
  });

  test('is rejected in another encoding than UTF-8', async () => {
    await expect(read(Buffer.from('{"companies": ["Smørrebrød"]}', 'latin1'))).rejects.toThrow(/not UTF-8/);
  });

  test('is rejected with the path of every member that an object has twice', async () => {
    const text = String.raw`{
      "companies": [
        {"slug": "a", "name": "{\", \"name\": [", "terms": {"html": "x"}},
        {"slug": "b", "contract": {"checkout": true, "checkout": false}, "slug": "c"}
      ],
      "events": [{"id": 5, "options": [{"id": 5}, {"id": 6}]}], "x y": {}, "x y": [],
      "companies": []
    }`;
    await expect(read(text)).rejects.toThrow(
      new SyntaxError(
        'it has two of each of these members: ' +
          '$.companies[1].contract.checkout, $.companies[1].slug, $["x y"], $.companies',
      ),
    );
    const distinct = '{"a": {"name": "\\\\", "b": "\\\""}, "name": ["name", "name"], "b": [{"a": 1}, {"a": 1}]}';
    expect(await read(distinct)).toEqual(JSON.parse(distinct));
  });

  test('must otherwise be valid JSON', async () => {
    await expect(read('\uFEFF')).rejects.toThrow(SyntaxError);
    await expect(read('\uFEFF\uFEFF{}')).rejects.toThrow(SyntaxError);
  });
});
