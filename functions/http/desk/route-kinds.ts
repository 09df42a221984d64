/** Pages for a shop's staff and its administrators. */
const TAG = 'Desk';

export const DESK_PAGE = {
  method: 'GET',
  access: 'public',
  tag: TAG,
  replies: { 200: 'text/html', 303: null },
} as const;

export const DESK_FORM = {
  method: 'POST',
  access: 'public',
  tag: TAG,
  replies: { 200: 'text/html', 303: null },
} as const;
