import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { parseArgs } from 'node:util';
import { rejectFurther, type Command } from './command.ts';

/** Writes the OpenAPI document to a file, using only the route declarations. */
export const writeOpenApi: Command = {
  name: 'openapi',
  usage: '[FILE] [--url URL] [--legacy]',
  summary: 'Write the OpenAPI document (default dist/openapi.json)',
  run: async (args) => {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: {
        url: { type: 'string', default: 'http://127.0.0.1:3000' },
        legacy: { type: 'boolean', default: false },
      },
    });
    rejectFurther(writeOpenApi, positionals);
    const { apiDocument, legacyDocument } = await import('../../functions/api/docs/openapi/document.ts');
    const file = positionals[0] ?? (values.legacy ? 'dist/openapi-v1.json' : 'dist/openapi.json');
    const document = (values.legacy ? legacyDocument : apiDocument)(values.url);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, `${JSON.stringify(document, null, 2)}\n`);
    process.stdout.write(`${file}\n`);
  },
};
