import type { Route } from '../../pipeline/route.ts';

/** The URL in the printed QR code (`claim_url`), which phones open. */
export const showCode = {
  name: 'show-code',
  method: 'GET',
  path: '/c/{company_id}/{code}',
  alsoAt: ['/c/{company_id}'],
  entry: 'functions/pages/holder/show-code.ts',
  access: 'public',
  replies: { 200: 'text/html' },
  summary: 'Show a code to its holder, as a page',
  description:
    'The page behind `claim_url`, in the brand of the company and the language of the visitor: kind, remaining value, validity, ' +
    'place of use, terms and document. An unknown code is a plain 404 page. Lookups and unknown codes are limited by address, ' +
    'then 429.',
  tag: 'Items',
  uses: ['keys', 'table:read', 'rows:VISITS'],
} as const satisfies Route;

/** The calendar link on the page of a ticket's code. */
export const showCodeCalendar = {
  name: 'show-code-calendar',
  method: 'GET',
  path: '/c/{company_id}/{code}/event.ics',
  entry: 'functions/pages/holder/show-code-calendar.ts',
  access: 'public',
  replies: { 200: 'text/calendar' },
  errors: ['not_found', 'rate_limited'],
  summary: 'The event of a ticket, for its holder’s calendar',
  tag: 'Items',
  uses: ['keys', 'table:read', 'rows:VISITS'],
} as const satisfies Route;

/** The wallet links on the page of a code. */
export const showCodeApple = {
  name: 'show-code-apple',
  method: 'GET',
  path: '/c/{company_id}/{code}/apple.pkpass',
  entry: 'functions/pages/holder/show-code-apple.ts',
  access: 'public',
  replies: { 200: 'application/vnd.apple.pkpass' },
  errors: ['not_found', 'rate_limited'],
  summary: 'A card as a signed pass for Apple Wallet',
  description:
    'A ticket is an event ticket, a value card a store card with its balance, anything else a coupon. A pass that was added to a ' +
    'wallet follows changes of value, state, validity and event date; its back links to the page of the code. 404 when the operator ' +
    'has provided no certificates, for an unknown code, for a card that cannot be used, and for a ticket whose event currently has ' +
    'no date. Limited by address like the page.',
  tag: 'Items',
  uses: ['keys', 'table:read', 'rows:VISITS', 'rows:WALLETPASS', 'objects:read', 'wallet'],
  memoryMb: 1024,
} as const satisfies Route;

export const showCodeGoogle = {
  name: 'show-code-google',
  method: 'GET',
  path: '/c/{company_id}/{code}/google-wallet',
  entry: 'functions/pages/holder/show-code-google.ts',
  access: 'public',
  replies: { 303: null },
  errors: ['not_found', 'rate_limited'],
  summary: 'Save a card in Google Wallet',
  description:
    'Redirects to Google with the card, signed: a ticket as an event ticket, a value card as a gift card with its balance, anything ' +
    'else as an offer. 404 and limits as for the pass for Apple Wallet.',
  tag: 'Items',
  uses: ['keys', 'table:read', 'rows:VISITS', 'rows:WALLETPASS', 'wallet'],
} as const satisfies Route;

export const holderRoutes = [showCode, showCodeCalendar, showCodeApple, showCodeGoogle];
