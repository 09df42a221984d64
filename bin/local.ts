import { enableCompileCache } from 'node:module';
import { resolve } from 'node:path';

// What was compiled at one start is there at the next.
enableCompileCache(resolve(import.meta.dirname, '../node_modules/.cache/compile'));
const { main } = await import('../lib/local/main.ts');
await main();
