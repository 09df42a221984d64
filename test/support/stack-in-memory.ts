import { provideInvokeStore } from '../../lib/local/lambda/invoke-store.ts';
import { main } from '../../lib/local/main.ts';

// Before anything loads the SDK.
provideInvokeStore();
const { startMemoryTable } = await import('./memory-dynamo.ts');
/** The stack of `npm start`, with its table in the memory of this process. */
await main(startMemoryTable);
