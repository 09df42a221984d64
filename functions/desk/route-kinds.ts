/** Pages for a shop's staff and its administrators. */
export const DESK_TAG = 'Desk';

/** What pages and forms of the desk answer: a page, or where to go on. */
export const DESK_REPLIES = { 200: 'text/html', 303: null } as const;

/** Memory, in MB, of a function that hashes a password, which takes memory and time on purpose. */
export const HASHING_MB = 1024;
