import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { build } from 'esbuild';
import { clientMethodsOf, type Document, type ClientMethod } from './operations.ts';
import { declarationOf } from './types.ts';

const HERE = resolve(import.meta.dirname, '..');

const HEAD = `/** A whole number. Money of catalog, quotes, orders and refunds is in the smallest unit of the currency. */
export type Integer = number;
`;

const entryCode = (methods: readonly ClientMethod[]): string => `
import { connect } from './index.ts';
export * from './errors.ts';
export { Listing } from './client.ts';
const operations = ${JSON.stringify(Object.fromEntries(methods.map(({ name, call }) => [name, call])))};
export const giftCommerce = (options) => connect(operations, options);
export { unwrap } from './webhooks.ts';
`;

const manifest = (version: string): object => ({
  name: 'gift-commerce-client',
  version,
  description: 'Typed client of the Gift Commerce API: gift cards, experience vouchers, event tickets, special offers',
  license: 'Apache-2.0',
  type: 'module',
  sideEffects: false,
  main: './index.cjs',
  module: './index.js',
  types: './index.d.ts',
  exports: {
    '.': {
      import: { types: './index.d.ts', default: './index.js' },
      require: { types: './index.d.cts', default: './index.cjs' },
    },
  },
  files: ['index.js', 'index.cjs', 'index.d.ts', 'index.d.cts', 'README.md', 'LICENSE'],
  keywords: ['gift cards', 'vouchers', 'tickets', 'api client'],
  engines: { node: '>=20' },
});

/** Writes the package of the typed client into a folder, using only the OpenAPI document. */
export const writePackage = async (document: Document, folder: string, version: string): Promise<void> => {
  const methods = clientMethodsOf(document);
  await mkdir(folder, { recursive: true });
  const common = {
    stdin: { contents: entryCode(methods), resolveDir: join(HERE, 'source'), loader: 'ts' as const },
    bundle: true,
    // Node.js prints the source line of an error, which would be the entire package if it were minified.
    minify: false,
    target: 'es2022',
    platform: 'neutral' as const,
  };
  await Promise.all([
    build({ ...common, format: 'esm', outfile: join(folder, 'index.js') }),
    build({ ...common, format: 'cjs', outfile: join(folder, 'index.cjs') }),
  ]);
  await writeFile(join(folder, 'index.d.cts'), await typesOf(document, methods));
  await writeFile(join(folder, 'index.d.ts'), "export * from './index.cjs';\n");
  await writeFile(join(folder, 'package.json'), `${JSON.stringify(manifest(version), null, 2)}\n`);
  await cp(join(HERE, 'README.md'), join(folder, 'README.md'));
  await cp(resolve(HERE, '../../LICENSE'), join(folder, 'LICENSE'));
};

const typesOf = async (document: Document, methods: readonly ClientMethod[]): Promise<string> => {
  const runtime = await readFile(join(HERE, 'make/runtime-types.txt'), 'utf8');
  const schemas = Object.entries(document.components.schemas).map(([name, schema]) => declarationOf(name, schema));
  const client = `export interface GiftCommerce {
/** Verification of webhooks, for receivers. */
readonly webhooks: { unwrap: typeof unwrap };
${methods.map(({ declaration }) => declaration).join('\n')}
}
/** A client with a method for every operation. */
export declare const giftCommerce: (options: ClientOptions) => GiftCommerce;
`;
  return [HEAD, runtime, ...schemas, client].join('\n');
};
