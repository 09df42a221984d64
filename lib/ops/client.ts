import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { Document } from '../client/make/operations.ts';
import { rejectFurther, type Command } from './command.ts';

/** Generates a package with a typed client from the OpenAPI document. */
export const makeClient: Command = {
  name: 'client',
  usage: '[FOLDER]',
  summary: 'Create the typed client as a package (default dist/client)',
  run: async (args) => {
    const { positionals } = parseArgs({ args, allowPositionals: true, options: {} });
    rejectFurther(makeClient, positionals);
    const folder = resolve(positionals[0] ?? 'dist/client');
    const [{ writePackage }, { apiDocument }] = await Promise.all([
      import('../client/make/package.ts'),
      import('../../functions/api/docs/openapi/document.ts'),
    ]);
    const { version } = JSON.parse(await readFile('package.json', 'utf8')) as { version: string };
    await writePackage(apiDocument('https://api.example.com') as unknown as Document, folder, version);
    process.stdout.write(`${folder}\n`);
  },
};
