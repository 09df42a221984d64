/** Callers may cache the catalog and revalidate it with its tag. */
export const CACHE_HEADERS = { 'Cache-Control': 'private, no-cache' };
