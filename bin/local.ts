import { enableCompileCache } from 'node:module';
import { resolve } from 'node:path';

// Reuses code compiled at an earlier start.
enableCompileCache(resolve(import.meta.dirname, '../node_modules/.cache/compile'));
const { main } = await import('../lib/local/main.ts');
await main();
