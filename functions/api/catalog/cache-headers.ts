/** Clients may cache the catalog, and must revalidate it with its entity tag. */
export const CACHE_HEADERS = { 'Cache-Control': 'private, no-cache' };
