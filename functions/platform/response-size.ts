/**
 * Lambda limits responses to 6 MB, and base64 uses up a quarter of that. A larger document is returned as a link to the
 * store.
 */
export const MAX_RESPONSE_BYTES = 4_500_000;
