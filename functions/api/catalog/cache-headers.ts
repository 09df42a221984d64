/** The catalog may be kept by whoever asked, and asked for again with its tag. */
export const CACHE_HEADERS = { 'Cache-Control': 'private, no-cache' };
