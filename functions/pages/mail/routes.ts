import type { Route } from '../../pipeline/route.ts';

const TAG = 'Documents';

/** The unsubscribe link of a reminder. Opening it changes nothing, because email clients open links as well. */
export const showUnsubscribe = {
  name: 'show-unsubscribe',
  method: 'GET',
  path: '/mail/unsubscribe/{token}',
  entry: 'functions/pages/mail/show-unsubscribe.ts',
  access: 'public',
  replies: { 200: 'text/html' },
  summary: 'Ask whether reminders of a company shall end, as a page',
  tag: TAG,
  uses: ['keys', 'table:read'],
} as const satisfies Route;

export const unsubscribeRoute = {
  name: 'unsubscribe',
  method: 'POST',
  path: '/mail/unsubscribe/{token}',
  entry: 'functions/pages/mail/unsubscribe.ts',
  access: 'public',
  replies: { 200: 'text/html' },
  summary: 'End the reminders of a company to one address',
  description: 'What the page and the one click in a mail program (RFC 8058) send. It may be sent any number of times.',
  tag: TAG,
  uses: ['keys', 'table:write'],
} as const satisfies Route;

export const mailRoutes = [showUnsubscribe, unsubscribeRoute];
