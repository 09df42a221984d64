import type { IsolatedFunctionName } from '../functions/platform/resource-names.ts';

const isolatedFunction = (name: IsolatedFunctionName, bounds: { memoryMb: number; timeoutSeconds: number }) => ({
  name,
  entry: `functions/isolated/${name}.ts`,
  uses: [] as const,
  ...bounds,
  isolated: true,
});

/**
 * Functions that parse untrusted files. Each is isolated: it can access only the signed URLs in its event, and a file
 * that crashes it affects nothing else.
 */
export const isolatedFunctions = [
  isolatedFunction('print-picture', { memoryMb: 1536, timeoutSeconds: 15 }),
  isolatedFunction('rewrite-svg', { memoryMb: 512, timeoutSeconds: 10 }),
  isolatedFunction('inspect-pdf', { memoryMb: 512, timeoutSeconds: 5 }),
  isolatedFunction('render-sample', { memoryMb: 1024, timeoutSeconds: 15 }),
];
