/** Pages for a shop's staff and its administrators. */
export const DESK_TAG = 'Desk';

/** Responses of desk pages and forms: a page, or a redirect. */
export const DESK_REPLIES = { 200: 'text/html', 303: null } as const;

/** Memory in MB of a function that hashes a password. Password hashing is costly by design. */
export const HASHING_MB = 1024;
