import { provideInvokeStore } from '../../lib/local/lambda/invoke-store.ts';
import { main } from '../../lib/local/main.ts';

// Before the SDK is loaded.
provideInvokeStore();
const { startMemoryTable } = await import('./memory-dynamo.ts');
/** The stack of `npm start`, with its table in this process's memory. */
await main(startMemoryTable);
