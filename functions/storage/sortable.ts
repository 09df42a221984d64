/** A time in milliseconds as sort keys hold it (they sort as strings): whole, and never before 1970. */
export const sortable = (atMs: number): string => String(Math.max(0, Math.ceil(atMs))).padStart(14, '0');
