import { enableCompileCache } from 'node:module';
import { resolve } from 'node:path';

// Reuses code compiled at an earlier start. `npm start` enables it before this file, too, so that a start does not load
// the compiler of types.
enableCompileCache(resolve(import.meta.dirname, '../node_modules/.cache/compile'));
const { main } = await import('../lib/local/main.ts');
await main();
