const MAX_BATCH_ENTRIES = 10;
/** Below the limit of 256 KiB per batch. */
const MAX_BATCH_BYTES = 240_000;

/** Groups messages so that each group fits into one call. The order is kept. */
export const batchesOf = <T>(messages: readonly T[], bytesOf: (message: T) => number): T[][] => {
  const batches: T[][] = [];
  let bytes = 0;
  for (const message of messages) {
    const messageBytes = bytesOf(message);
    const current = batches.at(-1);
    if (!current || current.length >= MAX_BATCH_ENTRIES || bytes + messageBytes > MAX_BATCH_BYTES) {
      batches.push([message]);
      bytes = messageBytes;
    } else {
      current.push(message);
      bytes += messageBytes;
    }
  }
  return batches;
};
