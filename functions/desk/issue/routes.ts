import type { Route } from '../../pipeline/route.ts';
import { DESK_REPLIES, DESK_TAG } from '../route-kinds.ts';

export const deskIssue = {
  method: 'GET',
  access: 'public',
  tag: DESK_TAG,
  replies: DESK_REPLIES,
  name: 'desk-issue',
  path: '/desk/issue',
  entry: 'functions/desk/issue/show-issue.ts',
  desk: 'issue',
  summary: 'The form to issue coupons, vouchers and benefit deals',
  uses: ['keys', 'table:write'],
} as const satisfies Route;

export const deskCreateIssue = {
  method: 'POST',
  access: 'public',
  tag: DESK_TAG,
  replies: DESK_REPLIES,
  name: 'desk-create-issue',
  path: '/desk/issue',
  entry: 'functions/desk/issue/create-issue.ts',
  desk: 'issue',
  auditedByDomain: true,
  summary: 'Issue coupons, vouchers or benefit deals',
  uses: ['keys', 'table:write', 'table:batch'],
  timeoutSeconds: 29,
} as const satisfies Route;

export const deskIssueRoutes = [deskIssue, deskCreateIssue];
