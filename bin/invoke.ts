import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { invokeLocally } from '../lib/local/invoke.ts';

const USAGE = 'npm run invoke -- FUNCTION events/FILE.json [--url http://127.0.0.1:3000]';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { url: { type: 'string', default: process.env['LOCAL_URL'] ?? 'http://127.0.0.1:3000' } },
});

try {
  const [name, file, ...rest] = positionals;
  if (!name || !file || rest.length > 0) throw new Error(`Usage: ${USAGE}`);
  const event = JSON.parse(await readFile(file, 'utf8')) as unknown;
  console.log(JSON.stringify(await invokeLocally(values.url, name, event), null, 2));
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
