import type { Route } from '../../pipeline/route.ts';
import { DESK_REPLIES, DESK_TAG } from '../route-kinds.ts';

export const deskHome = {
  method: 'GET',
  access: 'public',
  tag: DESK_TAG,
  replies: DESK_REPLIES,
  name: 'desk-home',
  path: '/desk',
  entry: 'functions/desk/home/home.ts',
  desk: 'redeem',
  summary: "The owner's view of the shop; the counter for staff, and with a code",
  uses: ['keys', 'table:write', 'vendor'],
} as const satisfies Route;

export const deskHomeRoutes = [deskHome];
