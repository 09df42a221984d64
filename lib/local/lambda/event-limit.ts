/** Lambda's limit for an event, in bytes of JSON. Its limit for a result is 100 bytes higher. */
export const EVENT_MAX_BYTES = 6 * 1024 * 1024;
