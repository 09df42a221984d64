import { defineRoute } from '../route.ts';
import { DESK_FORM, DESK_PAGE } from './route-kinds.ts';

const DRAFT = '/desk/order-page/drafts/{draft_id}';

export const deskOrderPage = defineRoute({
  ...DESK_PAGE,
  name: 'desk-order-page',
  path: '/desk/order-page',
  entry: 'functions/http/desk/order-page.ts',
  desk: 'order_page',
  summary: 'The order page of the company: drafts, and what was published',
  uses: ['keys', 'table:write'],
});

export const deskCreateDraft = defineRoute({
  ...DESK_FORM,
  name: 'desk-create-draft',
  path: '/desk/order-page/drafts',
  entry: 'functions/http/desk/create-draft.ts',
  desk: 'order_page',
  summary: 'Begin a draft of the order page',
  uses: ['keys', 'table:write'],
});

export const deskDraft = defineRoute({
  ...DESK_PAGE,
  name: 'desk-draft',
  path: DRAFT,
  entry: 'functions/http/desk/draft.ts',
  desk: 'order_page',
  summary: 'A draft of the order page, and what it would change',
  uses: ['keys', 'table:write'],
});

export const deskUpdateDraft = defineRoute({
  ...DESK_FORM,
  name: 'desk-update-draft',
  path: DRAFT,
  entry: 'functions/http/desk/update-draft.ts',
  desk: 'order_page',
  summary: 'Save a draft of the order page',
  uses: ['keys', 'table:write'],
});

export const deskCloseDraft = defineRoute({
  ...DESK_FORM,
  name: 'desk-close-draft',
  path: `${DRAFT}/close`,
  entry: 'functions/http/desk/close-draft.ts',
  desk: 'order_page',
  summary: 'Look at a draft of the order page, publish or discard it',
  uses: ['keys', 'table:write'],
});

export const deskRestoreRevision = defineRoute({
  ...DESK_FORM,
  name: 'desk-restore-revision',
  path: '/desk/order-page/revisions/{revision_id}/restore',
  entry: 'functions/http/desk/restore-revision.ts',
  desk: 'order_page',
  summary: 'Publish an earlier revision of the order page again',
  uses: ['keys', 'table:write'],
});

export const deskPageRoutes = [
  deskOrderPage,
  deskCreateDraft,
  deskDraft,
  deskUpdateDraft,
  deskCloseDraft,
  deskRestoreRevision,
];
