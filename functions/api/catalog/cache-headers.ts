/** The catalog may be cached by the caller and revalidated with its tag. */
export const CACHE_HEADERS = { 'Cache-Control': 'private, no-cache' };
