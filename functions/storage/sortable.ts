/**
 * A moment in milliseconds as it stands in sort keys, which sort as texts: whole, and never before 1970, which nothing of
 * ours is.
 */
export const sortable = (atMs: number): string => String(Math.max(0, Math.ceil(atMs))).padStart(14, '0');
