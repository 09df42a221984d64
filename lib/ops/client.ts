import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { Listr } from 'listr2';
import type { Command } from './command.ts';

const run = promisify(execFile);

/** The generator needs an older TypeScript than the project, so it lives in a folder with packages of its own. */
const TOOLS = resolve(import.meta.dirname, '../client');
const tool = (path: string): string => join(TOOLS, 'node_modules', path);

const CODE = `import createClient from 'openapi-fetch';

export const giftCommerce = ({ key, ...options }) =>
  createClient({ ...options, headers: { Authorization: \`Bearer \${key}\` } });
`;

const TYPES = `import type { Client, ClientOptions } from 'openapi-fetch';
import type { components, paths } from './schema.js';

export type { components, paths };

/** Shapes of answers by name: \`Schema<'Order'>\`. */
export type Schema<Name extends keyof components['schemas']> = components['schemas'][Name];

export interface GiftCommerceOptions extends Omit<ClientOptions, 'headers'> {
  /** Address of the API, such as http://127.0.0.1:3000. */
  baseUrl: string;
  /** API key. Keep it on your server. */
  key: string;
}

/** A client whose paths, bodies and answers are typed. */
export declare const giftCommerce: (options: GiftCommerceOptions) => Client<paths>;
`;

const packageOf = async (): Promise<object> => {
  const tools = JSON.parse(await readFile(join(TOOLS, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>;
  };
  return {
    name: 'gift-commerce-client',
    version: '0.1.0',
    type: 'module',
    license: 'Apache-2.0',
    main: './index.js',
    types: './index.d.ts',
    files: ['index.js', 'index.d.ts', 'schema.d.ts', 'openapi.json'],
    dependencies: { 'openapi-fetch': tools.dependencies['openapi-fetch'] },
  };
};

/** Makes a package with a typed client from the OpenAPI document. */
export const makeClient: Command = {
  name: 'client',
  usage: '[FOLDER]',
  summary: 'Make the typed client as a package (default dist/client)',
  run: async (args) => {
    const { positionals } = parseArgs({ args, allowPositionals: true, options: {} });
    const folder = resolve(positionals[0] ?? 'dist/client');
    await mkdir(folder, { recursive: true });
    await tasks(folder).run();
    process.stdout.write(`${folder}\n`);
  },
};

const tasks = (folder: string) =>
  new Listr([
    {
      title: 'Install the generator',
      skip: () => existsSync(tool('openapi-typescript')),
      task: () => run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], { cwd: TOOLS }),
    },
    {
      title: 'Describe the API',
      task: async () => {
        const { apiDocument } = await import('../../functions/http/docs/openapi/document.ts');
        await writeFile(join(folder, 'openapi.json'), JSON.stringify(apiDocument('http://127.0.0.1:3000'), null, 2));
      },
    },
    {
      title: 'Write the types',
      task: () =>
        run(process.execPath, [
          tool('openapi-typescript/bin/cli.js'),
          join(folder, 'openapi.json'),
          '--output',
          join(folder, 'schema.d.ts'),
        ]),
    },
    {
      title: 'Write the package',
      task: async () => {
        await writeFile(join(folder, 'index.js'), CODE);
        await writeFile(join(folder, 'index.d.ts'), TYPES);
        await writeFile(join(folder, 'package.json'), `${JSON.stringify(await packageOf(), null, 2)}\n`);
      },
    },
  ]);
