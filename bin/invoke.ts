import { readFile } from 'node:fs/promises';
import { argumentsOf } from '../lib/command-arguments.ts';
import { invokeLocally } from '../lib/local/lambda/invoke.ts';
import { localUrl } from '../lib/ops/local-url.ts';
import { runSamples } from '../lib/samples/command.ts';
import { errorMessage } from '../lib/error-message.ts';

const USAGE =
  'npm run invoke -- FUNCTION events/FILE.json [--url URL]\n' +
  '       npm run invoke -- --all [--url URL]   (without --url: on a temporary stack)';

try {
  const { values, positionals } = argumentsOf(USAGE, {
    allowPositionals: true,
    options: { url: { type: 'string' }, all: { type: 'boolean', default: false } },
  });
  const url = values.url ?? process.env['LOCAL_URL'];
  const [name, file, ...rest] = positionals;
  if (values.all && name === undefined) {
    if (!(await runSamples(url, console.log))) process.exitCode = 1;
  } else {
    if (values.all || !name || !file || rest.length > 0) throw new Error(`Usage: ${USAGE}`);
    const event = JSON.parse(await readFile(file, 'utf8')) as unknown;
    console.log(JSON.stringify(await invokeLocally(localUrl(url), name, event), null, 2));
  }
} catch (error) {
  console.error(errorMessage(error));
  process.exitCode = 1;
}
