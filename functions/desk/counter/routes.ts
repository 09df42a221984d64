import type { Route } from '../../pipeline/route.ts';
import { DESK_REPLIES, DESK_TAG } from '../route-kinds.ts';

export const deskCounter = {
  method: 'GET',
  access: 'public',
  tag: DESK_TAG,
  replies: DESK_REPLIES,
  name: 'desk-counter',
  path: '/desk/counter',
  entry: 'functions/desk/counter/counter.ts',
  desk: 'redeem',
  summary: 'The counter: the item of a code with its value, and the forms to redeem it',
  uses: ['keys', 'table:write', 'vendor'],
} as const satisfies Route;

export const deskRedeem = {
  method: 'POST',
  access: 'public',
  tag: DESK_TAG,
  replies: DESK_REPLIES,
  name: 'desk-redeem',
  auditedByDomain: true,
  path: '/desk/redeem',
  entry: 'functions/desk/counter/redeem.ts',
  desk: 'redeem',
  summary: 'Redeem an item at the counter, wholly or in part',
  uses: ['keys', 'table:write', 'vendor'],
} as const satisfies Route;

export const deskRedeemGroup = {
  method: 'POST',
  access: 'public',
  tag: DESK_TAG,
  replies: DESK_REPLIES,
  name: 'desk-redeem-group',
  auditedByDomain: true,
  path: '/desk/redeem-group',
  entry: 'functions/desk/counter/redeem-group.ts',
  desk: 'redeem_group',
  summary: 'Redeem every item of an order at the counter',
  uses: ['keys', 'table:write', 'vendor'],
  timeoutSeconds: 29,
} as const satisfies Route;

export const deskSum = {
  method: 'GET',
  access: 'public',
  tag: DESK_TAG,
  replies: DESK_REPLIES,
  name: 'desk-sum',
  path: '/desk/sum',
  entry: 'functions/desk/counter/sum.ts',
  desk: 'redeem',
  summary: 'The form to redeem one sum from several cards',
  uses: ['keys', 'table:write', 'vendor'],
} as const satisfies Route;

export const deskRedeemSum = {
  method: 'POST',
  access: 'public',
  tag: DESK_TAG,
  replies: DESK_REPLIES,
  name: 'desk-redeem-sum',
  auditedByDomain: true,
  path: '/desk/sum',
  entry: 'functions/desk/counter/redeem-sum.ts',
  desk: 'redeem',
  summary: 'Redeem one sum from several cards',
  uses: ['keys', 'table:write', 'vendor'],
} as const satisfies Route;

export const deskUndo = {
  method: 'POST',
  access: 'public',
  tag: DESK_TAG,
  replies: DESK_REPLIES,
  name: 'desk-undo',
  auditedByDomain: true,
  path: '/desk/undo',
  entry: 'functions/desk/counter/undo.ts',
  desk: 'redeem',
  summary: 'Undo one redemption',
  uses: ['keys', 'table:write', 'vendor'],
} as const satisfies Route;

export const deskSearch = {
  method: 'GET',
  access: 'public',
  tag: DESK_TAG,
  replies: DESK_REPLIES,
  name: 'desk-search',
  path: '/desk/search',
  entry: 'functions/desk/counter/search.ts',
  desk: 'search',
  summary: 'Find items and orders by code, name, email or number',
  uses: ['keys', 'table:write'],
} as const satisfies Route;

export const deskDoor = {
  method: 'GET',
  access: 'public',
  tag: DESK_TAG,
  replies: DESK_REPLIES,
  name: 'desk-door',
  path: '/desk/door',
  entry: 'functions/desk/counter/door-list.ts',
  desk: 'door_list',
  summary: 'The door list of an event, for printing',
  uses: ['keys', 'table:write', 'objects:read', 'objects:write'],
  memoryMb: 1024,
} as const satisfies Route;

export const deskCounterRoutes = [
  deskCounter,
  deskRedeem,
  deskRedeemGroup,
  deskSum,
  deskRedeemSum,
  deskUndo,
  deskSearch,
  deskDoor,
];
