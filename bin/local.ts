import { main } from '../lib/local/main.ts';

await main();
