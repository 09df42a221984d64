import type { IsolatedFunctionName } from '../functions/platform/resource-names.ts';

const apart = (name: IsolatedFunctionName, bounds: { memoryMb: number; timeoutSeconds: number }) => ({
  name,
  entry: `functions/isolated/${name}.ts`,
  uses: [] as const,
  ...bounds,
  isolated: true,
});

/**
 * Functions that parse untrusted files. Each is isolated: it can access only the signed addresses in its event, and a
 * file that crashes it affects nothing else.
 */
export const isolated = [
  apart('print-picture', { memoryMb: 1536, timeoutSeconds: 15 }),
  apart('rewrite-svg', { memoryMb: 512, timeoutSeconds: 10 }),
  apart('inspect-pdf', { memoryMb: 512, timeoutSeconds: 5 }),
  apart('render-sample', { memoryMb: 1024, timeoutSeconds: 15 }),
];
