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
  summary: 'The page to unsubscribe from the reminders of a company',
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
  summary: 'Unsubscribe an email address from the reminders of a company',
  description: 'Sent by the page, and by one-click unsubscribing in email clients (RFC 8058). Safe to repeat.',
  tag: TAG,
  uses: ['keys', 'table:write'],
} as const satisfies Route;

export const mailRoutes = [showUnsubscribe, unsubscribeRoute];
