import type { Route } from '../../pipeline/route.ts';
import { DESK_REPLIES, DESK_TAG } from '../route-kinds.ts';

export const deskItem = {
  method: 'GET',
  access: 'public',
  tag: DESK_TAG,
  replies: DESK_REPLIES,
  name: 'desk-item',
  path: '/desk/items/{code}',
  entry: 'functions/desk/items/item.ts',
  desk: 'look_up',
  summary: 'An item with its history and the actor of each change',
  uses: ['keys', 'table:write'],
} as const satisfies Route;

export const deskCancelItem = {
  method: 'POST',
  access: 'public',
  tag: DESK_TAG,
  replies: DESK_REPLIES,
  name: 'desk-cancel-item',
  auditedByDomain: true,
  path: '/desk/items/{code}/cancel',
  entry: 'functions/desk/items/cancel-item.ts',
  desk: 'cancel',
  summary: 'Cancel an unredeemed item',
  uses: ['keys', 'table:write'],
} as const satisfies Route;

export const deskChangeItemState = {
  method: 'POST',
  access: 'public',
  tag: DESK_TAG,
  replies: DESK_REPLIES,
  name: 'desk-change-item-state',
  auditedByDomain: true,
  path: '/desk/items/{code}/state',
  entry: 'functions/desk/items/change-state.ts',
  desk: 'cancel',
  summary: 'Block, unblock, extend, adjust or replace an item',
  uses: ['keys', 'table:write'],
} as const satisfies Route;

export const deskResendItem = {
  method: 'POST',
  access: 'public',
  tag: DESK_TAG,
  replies: DESK_REPLIES,
  name: 'desk-resend-item',
  path: '/desk/items/{code}/resend',
  entry: 'functions/desk/items/resend-item.ts',
  desk: 'resend',
  summary: 'Resend an item by email',
  uses: ['keys', 'table:write'],
} as const satisfies Route;

export const deskItemsRoutes = [deskItem, deskCancelItem, deskChangeItemState, deskResendItem];
