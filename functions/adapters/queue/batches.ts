const MAX_BATCH_ENTRIES = 10;
/** Below the 256 KiB limit of one batch. */
const MAX_BATCH_BYTES = 240_000;

/** Messages in their order, in groups that each fit into one call. */
export const batchesOf = <T>(messages: readonly T[], bytesOf: (message: T) => number): T[][] => {
  const batches: T[][] = [];
  let bytes = 0;
  for (const message of messages) {
    const own = bytesOf(message);
    const current = batches.at(-1);
    if (!current || current.length >= MAX_BATCH_ENTRIES || bytes + own > MAX_BATCH_BYTES) {
      batches.push([message]);
      bytes = own;
    } else {
      current.push(message);
      bytes += own;
    }
  }
  return batches;
};
