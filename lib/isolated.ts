import type { FunctionDefinition } from './definition.ts';

/**
 * What takes files of strangers apart. Each stands alone: it can reach nothing but the signed addresses in its event,
 * and a file that takes it down takes nothing else along.
 */
export const isolated: readonly FunctionDefinition[] = [
  {
    name: 'print-picture',
    entry: 'functions/isolated/print-picture.ts',
    uses: [],
    memoryMb: 1536,
    timeoutSeconds: 15,
    isolated: true,
  },
];
