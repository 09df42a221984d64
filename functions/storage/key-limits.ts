/** DynamoDB's limits for keys of the table and of indexes, in bytes. */
export const PARTITION_KEY_MAX_BYTES = 2048;
export const SORT_KEY_MAX_BYTES = 1024;
