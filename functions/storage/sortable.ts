/** A time in milliseconds for a sort key, in a form that sorts as a string. It is rounded up and not before 1970. */
export const sortable = (atMs: number): string => String(Math.max(0, Math.ceil(atMs))).padStart(14, '0');
