import type { Route } from '../../pipeline/route.ts';
import { DESK_REPLIES, DESK_TAG } from '../route-kinds.ts';

export const deskReport = {
  method: 'GET',
  access: 'public',
  tag: DESK_TAG,
  replies: DESK_REPLIES,
  name: 'desk-report',
  path: '/desk/reports/{report}',
  alsoAt: ['/desk/reports'],
  entry: 'functions/desk/reports/report.ts',
  desk: 'reports',
  summary: 'A report as a page or a CSV file',
  uses: ['keys', 'table:write', 'objects:read', 'objects:write'],
  memoryMb: 1024,
  timeoutSeconds: 29,
} as const satisfies Route;

export const deskBooks = {
  method: 'GET',
  access: 'public',
  tag: DESK_TAG,
  replies: DESK_REPLIES,
  name: 'desk-books',
  path: '/desk/books',
  entry: 'functions/desk/reports/books.ts',
  desk: 'reports',
  summary: 'The statement of a month, the journal, and the account numbers',
  uses: ['keys', 'table:write'],
} as const satisfies Route;

export const deskBooksFile = {
  method: 'GET',
  access: 'public',
  tag: DESK_TAG,
  replies: DESK_REPLIES,
  name: 'desk-books-file',
  path: '/desk/books/{file}',
  entry: 'functions/desk/reports/books-file.ts',
  desk: 'reports',
  summary: 'A statement or a journal as a file',
  uses: ['keys', 'table:write', 'objects:read', 'objects:write'],
  memoryMb: 1024,
  timeoutSeconds: 29,
} as const satisfies Route;

export const deskChangeAccounts = {
  method: 'POST',
  access: 'public',
  tag: DESK_TAG,
  replies: DESK_REPLIES,
  name: 'desk-change-accounts',
  path: '/desk/books/accounts',
  entry: 'functions/desk/reports/change-accounts.ts',
  desk: 'accounts',
  summary: 'Change the account numbers of the company',
  uses: ['keys', 'table:write'],
} as const satisfies Route;

export const deskReportsRoutes = [deskReport, deskBooks, deskBooksFile, deskChangeAccounts];
