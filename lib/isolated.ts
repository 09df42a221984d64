const apart = (name: string, bounds: { memoryMb: number; timeoutSeconds: number }) => ({
  name,
  entry: `functions/isolated/${name}.ts`,
  uses: [] as const,
  ...bounds,
  isolated: true,
});

/**
 * What takes files of strangers apart. Each stands alone: it can reach nothing but the signed addresses in its event,
 * and a file that takes it down takes nothing else along.
 */
export const isolated = [
  apart('print-picture', { memoryMb: 1536, timeoutSeconds: 15 }),
  apart('rewrite-svg', { memoryMb: 512, timeoutSeconds: 10 }),
  apart('inspect-pdf', { memoryMb: 512, timeoutSeconds: 5 }),
  apart('render-sample', { memoryMb: 1024, timeoutSeconds: 15 }),
];
