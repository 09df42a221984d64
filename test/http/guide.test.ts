import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { STATE_NAMES } from '../../functions/domain/checkout/orders/states.ts';
import { orderTransitions } from '../../functions/api/docs/guide/picture.ts';
import { VERIFY_SAMPLES } from '../../functions/api/docs/guide/samples.ts';
import { routes } from '../../functions/routes.ts';
import { ERROR_CODES } from '../../functions/platform/error-codes.ts';
import { SCOPES } from '../../functions/platform/scopes.ts';
import { signatureOf } from '../../functions/platform/verify-webhook.ts';
import { startStack, type RunningStack } from '../support/stack.ts';

let stack: RunningStack;
let page: string;
beforeAll(async () => {
  stack = await startStack();
  page = (await stack.get<string>('/docs/guide')).body;
});
afterAll(() => stack.stop());

describe('the guide', () => {
  it('covers all topics for a first integration', () => {
    for (const title of [
      'First sale',
      'Idempotency',
      'Spend a card in your own shop',
      'After the sale',
      'Lists, limits and retries',
      'Webhooks',
      'Test cards',
      'Environments',
      'States of an order',
    ]) {
      expect(page).toContain(`>${title}</h2>`);
    }
    for (const code of Object.keys(ERROR_CODES)) expect(page).toContain(`<code>${code}</code>`);
    for (const scope of SCOPES) expect(page).toContain(`<code>${scope}</code>`);
    for (const { language } of VERIFY_SAMPLES) expect(page).toContain(`<h4>${language}</h4>`);
    expect(page).toContain('4000 0000 0000 5126');
  });

  it('shows the states of an order from the state table', () => {
    expect(page.match(/<rect /g)).toHaveLength(STATE_NAMES.length);
    expect(page.match(/<polyline /g)).toHaveLength(orderTransitions().length);
    expect(orderTransitions()).toContainEqual(expect.objectContaining({ from: 'captured', to: 'fulfilled' }));
  });

  it('shows names of members as code', () => {
    expect(page).toContain('The <code>send_at</code> or the address');
    expect(page.replaceAll(/<pre[^]*?<\/pre>/g, '')).not.toContain('`');
  });

  it('names only paths that exist', () => {
    const shown = [
      ...page.matchAll(/curl (?:-o card\.pdf )?(?:-X POST )?(?:&quot;)?(?:\$URL|http:\/\/[^/]+)(\/v2\/[^ ?&]+)/g),
    ];
    const known = routes.map(({ path }) => new RegExp(`^${path.replaceAll(/\{[^}]+\}/g, '[^/]+')}$`));
    expect(shown).toHaveLength(13);
    for (const [, path = ''] of shown)
      expect(
        known.some((each) => each.test(path)),
        path,
      ).toBe(true);
  });

  it('needs no JavaScript and no files from other hosts', async () => {
    const { headers } = await stack.get('/docs/guide');
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(page).not.toContain('<script');
  });
});

describe('the root', () => {
  it('redirects browsers to the reference and programs to the OpenAPI document', async () => {
    const browser = await stack.get('/', { headers: { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8' } });
    expect([browser.status, browser.headers.get('location')]).toEqual([302, '/docs']);
    const program = await stack.get('/', { headers: { Accept: '*/*' } });
    expect([program.status, program.headers.get('location')]).toEqual([302, '/openapi.json']);
  });
});

const ASSETS = resolve('functions/api/docs/assets');
const run = promisify(execFile);

interface Case {
  body: string;
  headers: Record<string, string>;
  secret: string;
  now: number;
  isValid: boolean;
}

const cases = (): Case[] => {
  const [id, now, secret] = [`evt_${'1'.repeat(32)}`, 1_800_000_000, 'whsec_a-secret+of/its=own'];
  const body = JSON.stringify({ id, text: 'Smørrebrød ✓' });
  const good = signatureOf(secret, String(now), id, Buffer.from(body));
  const testCase = (signature: string, more: Partial<Case> = {}): Case => ({
    body,
    headers: {
      'service-webhook-id': id,
      'service-webhook-timestamp': String(now),
      'service-webhook-signature': signature,
    },
    secret,
    now,
    isValid: false,
    ...more,
  });
  return [
    testCase(good, { isValid: true }),
    testCase(`v1=${'0'.repeat(64)}, ${good}`, { isValid: true }),
    testCase(good, { body: `${body} ` }),
    testCase(good, { secret: 'whsec_other' }),
    testCase(good, { now: now + 301 }),
    testCase(`v1=${'0'.repeat(64)}`),
    { ...testCase(good), headers: {} },
  ];
};

const encoded = (text: string): string => Buffer.from(text).toString('base64');

const isThere = async (program: string): Promise<boolean> =>
  program === process.execPath ||
  (await run('sh', ['-c', `command -v ${program}`]).then(
    () => true,
    () => false,
  ));

/** Commands by language that run the sample on the cases in a file and print the results as JSON. */
const PROGRAMS: Record<string, (file: string, folder: string) => Promise<readonly [string, ...string[]]>> = {
  JavaScript: async (file, folder) => {
    const program = join(folder, 'run.mjs');
    await writeFile(
      program,
      `import { readFileSync } from 'node:fs';
import { verify } from ${JSON.stringify(`file://${join(ASSETS, 'verify.js')}`)};
const cases = JSON.parse(readFileSync(${JSON.stringify(file)}, 'utf8'));
console.log(JSON.stringify(cases.map((c) => verify(Buffer.from(c.body), c.headers, c.secret, c.now))));`,
    );
    return [process.execPath, program];
  },
  Python: (file) =>
    Promise.resolve([
      'python3',
      '-c',
      `import sys, json
sys.path.insert(0, ${JSON.stringify(ASSETS)}); sys.dont_write_bytecode = True
from verify import verify
cases = json.load(open(${JSON.stringify(file)}))
print(json.dumps([verify(c["body"].encode(), c["headers"], c["secret"], c["now"]) for c in cases]))`,
    ]),
  PHP: (file) =>
    Promise.resolve([
      'php',
      '-r',
      `require ${JSON.stringify(join(ASSETS, 'verify.php'))};
$cases = json_decode(file_get_contents(${JSON.stringify(file)}), true);
echo json_encode(array_map(fn($c) => verify($c['body'], $c['headers'], $c['secret'], $c['now']), $cases));`,
    ]),
  Ruby: (file) =>
    Promise.resolve([
      'ruby',
      '-rjson',
      '-e',
      `require ${JSON.stringify(join(ASSETS, 'verify.rb'))}
puts JSON.parse(File.read(${JSON.stringify(file)})).map { |c| verify(c['body'], c['headers'], c['secret'], c['now']) }.to_json`,
    ]),
  Java: async (_file, folder) => {
    const program = join(folder, 'Main.java');
    const sample = await readFile(join(ASSETS, 'Verify.java'), 'utf8');
    const imports = [...sample.matchAll(/^import .*$/gm)].map(([line]) => line).join('\n');
    const rest = sample.replaceAll(/^import .*$/gm, '').replace('public class', 'class');
    const calls = cases().map(({ body, headers, secret, now }) => {
      const pairs = Object.entries(headers)
        .flat()
        .map((text) => JSON.stringify(text));
      const bytes = `java.util.Base64.getDecoder().decode("${encoded(body)}")`;
      return `Verify.verify(${bytes}, Map.of(${pairs.join(', ')}), ${JSON.stringify(secret)}, ${now}L)`;
    });
    const list = `java.util.List.of(${calls.join(', ')})`;
    const main = `public class Main { public static void main(String[] a) throws Exception { System.out.println(${list}); } }`;
    await writeFile(program, `${imports}\n${main}\n${rest}`);
    return ['java', program];
  },
  'C#': async (_file, folder) => {
    const sample = await readFile(join(ASSETS, 'Verify.cs'), 'utf8');
    const calls = cases().map(({ body, headers, secret, now }) => {
      const pairs = Object.entries(headers).map(
        ([name, value]) => `[${JSON.stringify(name)}] = ${JSON.stringify(value)}`,
      );
      const map = `new System.Collections.Generic.Dictionary<string, string> { ${pairs.join(', ')} }`;
      return `Webhook.Verify(System.Convert.FromBase64String("${encoded(body)}"), ${map}, ${JSON.stringify(secret)}, ${now}L)`;
    });
    const print = `System.Console.WriteLine("[" + string.Join(",", new[] { ${calls.join(', ')} }.Select(b => b ? "true" : "false")) + "]");`;
    const using = [...sample.matchAll(/^using [\w.]+;$/gm)].map(([line]) => line).join('\n');
    const main = `public static class Program { public static void Main() { ${print} } }`;
    const source = join(folder, 'Program.cs');
    await writeFile(source, `${using}\n${main}\n${sample.replaceAll(/^using [\w.]+;$/gm, '')}`);
    if (await isThere('dotnet')) {
      await writeFile(
        join(folder, 'verify.csproj'),
        '<Project Sdk="Microsoft.NET.Sdk"><PropertyGroup><OutputType>Exe</OutputType><TargetFramework>net8.0</TargetFramework></PropertyGroup></Project>',
      );
      return ['dotnet', 'run', '--project', folder];
    }
    // C# runs on Mono, whose compiler and runtime are separate packages in Debian.
    if (!(await isThere('mcs'))) return ['mcs'];
    const program = join(folder, 'verify.exe');
    await run('mcs', [`-out:${program}`, source]);
    return ['mono', program];
  },
};

describe('verification with the code of the guide', () => {
  it('accepts only genuine deliveries, in every language installed on this machine', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'verify-'));
    const file = join(folder, 'cases.json');
    await writeFile(file, JSON.stringify(cases()));
    const ran: string[] = [];
    try {
      for (const { language } of VERIFY_SAMPLES) {
        const [program, ...args] = await PROGRAMS[language]!(file, folder);
        if (!(await isThere(program))) continue;
        const { stdout } = await run(program, args, { timeout: 180_000 });
        expect([language, JSON.parse(stdout)]).toEqual([language, cases().map(({ isValid }) => isValid)]);
        ran.push(language);
      }
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
    console.info(`Verified in ${ran.join(', ')}`);
    expect(ran).toContain('JavaScript');
  }, 400_000);
});
