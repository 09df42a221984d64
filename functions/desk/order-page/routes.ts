import type { Route } from '../../pipeline/route.ts';
import { DESK_REPLIES, DESK_TAG } from '../route-kinds.ts';

export const deskOrderPage = {
  method: 'GET',
  access: 'public',
  tag: DESK_TAG,
  replies: DESK_REPLIES,
  name: 'desk-order-page',
  path: '/desk/order-page',
  entry: 'functions/desk/order-page/order-page.ts',
  desk: 'order_page',
  summary: 'The order page of the company, with its drafts and revisions',
  uses: ['keys', 'table:write'],
} as const satisfies Route;

export const deskCreateDraft = {
  method: 'POST',
  access: 'public',
  tag: DESK_TAG,
  replies: DESK_REPLIES,
  name: 'desk-create-draft',
  path: '/desk/order-page/drafts',
  entry: 'functions/desk/order-page/create-draft.ts',
  desk: 'order_page',
  summary: 'Create a draft of the order page',
  uses: ['keys', 'table:write'],
} as const satisfies Route;

export const deskDraft = {
  method: 'GET',
  access: 'public',
  tag: DESK_TAG,
  replies: DESK_REPLIES,
  name: 'desk-draft',
  path: '/desk/order-page/drafts/{draft_id}',
  entry: 'functions/desk/order-page/draft.ts',
  desk: 'order_page',
  summary: 'A draft of the order page, with its changes',
  uses: ['keys', 'table:write'],
} as const satisfies Route;

export const deskUpdateDraft = {
  method: 'POST',
  access: 'public',
  tag: DESK_TAG,
  replies: DESK_REPLIES,
  name: 'desk-update-draft',
  path: '/desk/order-page/drafts/{draft_id}',
  entry: 'functions/desk/order-page/update-draft.ts',
  desk: 'order_page',
  summary: 'Save a draft of the order page',
  uses: ['keys', 'table:write'],
} as const satisfies Route;

export const deskCloseDraft = {
  method: 'POST',
  access: 'public',
  tag: DESK_TAG,
  replies: DESK_REPLIES,
  name: 'desk-close-draft',
  path: '/desk/order-page/drafts/{draft_id}/close',
  entry: 'functions/desk/order-page/close-draft.ts',
  desk: 'order_page',
  summary: 'Preview, publish or discard a draft of the order page',
  uses: ['keys', 'table:write'],
} as const satisfies Route;

export const deskRestoreRevision = {
  method: 'POST',
  access: 'public',
  tag: DESK_TAG,
  replies: DESK_REPLIES,
  name: 'desk-restore-revision',
  path: '/desk/order-page/revisions/{revision_id}/restore',
  entry: 'functions/desk/order-page/restore-revision.ts',
  desk: 'order_page',
  summary: 'Publish an earlier revision of the order page again',
  uses: ['keys', 'table:write'],
} as const satisfies Route;

export const deskOrderPageRoutes = [
  deskOrderPage,
  deskCreateDraft,
  deskDraft,
  deskUpdateDraft,
  deskCloseDraft,
  deskRestoreRevision,
];
