import { enableCompileCache } from 'node:module';
import { resolve } from 'node:path';

// Reuses code compiled at an earlier start. `npm start` also enables the cache before this file is read, so that a
// start does not load the TypeScript compiler.
enableCompileCache(resolve(import.meta.dirname, '../node_modules/.cache/compile'));
const { main } = await import('../lib/local/main.ts');
await main();
