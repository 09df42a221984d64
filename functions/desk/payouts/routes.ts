import type { Route } from '../../pipeline/route.ts';
import { DESK_REPLIES, DESK_TAG } from '../route-kinds.ts';

export const deskPayouts = {
  method: 'GET',
  access: 'public',
  tag: DESK_TAG,
  replies: DESK_REPLIES,
  name: 'desk-payouts',
  path: '/desk/payouts',
  entry: 'functions/desk/payouts/payouts.ts',
  desk: 'payouts',
  summary: 'The payouts of the payment gateway in a month',
  uses: ['keys', 'table:write', 'payments'],
  timeoutSeconds: 29,
} as const satisfies Route;

export const deskPayout = {
  method: 'GET',
  access: 'public',
  tag: DESK_TAG,
  replies: DESK_REPLIES,
  name: 'desk-payout',
  path: '/desk/payouts/{payout_id}',
  entry: 'functions/desk/payouts/payout.ts',
  desk: 'payouts',
  summary: 'A payout, matched to orders',
  uses: ['keys', 'table:write', 'payments'],
  timeoutSeconds: 29,
} as const satisfies Route;

export const deskPayoutsRoutes = [deskPayouts, deskPayout];
