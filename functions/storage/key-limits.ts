/** Limits of DynamoDB, in bytes; keys of indexes have the same. */
export const PARTITION_KEY_MAX_BYTES = 2048;
export const SORT_KEY_MAX_BYTES = 1024;
