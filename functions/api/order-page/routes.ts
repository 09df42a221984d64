import {
  createDraftBody,
  languageQuery,
  patchPageBody,
  updateDraftBody,
} from '../../domain/storefront/order-page/schema.ts';
import type { Route } from '../../pipeline/route.ts';

const TAG = 'Order page';
const LANGUAGE = '`lang` returns texts in that language, or in the default one if there are none.';

export const readOrderPageSchema = {
  name: 'read-order-page-schema',
  method: 'GET',
  path: '/v2/order-page/schema',
  entry: 'functions/api/order-page/read-schema.ts',
  access: 'api-key',
  scope: 'orderpage:read',
  get query() {
    return languageQuery();
  },
  replies: { 200: 'OrderPageSchema' },
  summary: 'List the fields of the order page',
  get description() {
    return `Computed for the company: the choices are its products, families and delivery methods. ${LANGUAGE}`;
  },
  tag: TAG,
  uses: ['table:read'],
} as const satisfies Route;

export const readOrderPage = {
  name: 'read-order-page',
  method: 'GET',
  path: '/v2/order-page',
  entry: 'functions/api/order-page/read-page.ts',
  access: 'api-key',
  scope: 'orderpage:read',
  get query() {
    return languageQuery();
  },
  tagged: 'for-changes',
  replies: { 200: 'OrderPage' },
  summary: 'Read the live order page',
  get description() {
    return `Values that the catalog no longer accepts are omitted and listed in \`ignored\`. ${LANGUAGE}`;
  },
  tag: TAG,
  uses: ['table:read'],
} as const satisfies Route;

export const updateOrderPage = {
  name: 'update-order-page',
  method: 'PATCH',
  path: '/v2/order-page',
  entry: 'functions/api/order-page/update-page.ts',
  access: 'api-key',
  scope: 'orderpage:write',
  writes: true,
  get body() {
    return patchPageBody();
  },
  ifMatch: 'required',
  tagged: true,
  replies: { 200: 'OrderPage' },
  summary: 'Change the live order page',
  description:
    'The change is merged into the live page, as a new revision. `null` resets a field to its default. A text is ' +
    'an object by language; in a language that is not set, the default language is shown. Languages that a change ' +
    'does not name are unchanged, and `null` removes one; a text without any language has its default. To preview ' +
    'a change first, use a draft.',
  tag: TAG,
  uses: ['table:write'],
} as const satisfies Route;

export const createOrderPageDraft = {
  name: 'create-order-page-draft',
  method: 'POST',
  path: '/v2/order-page/drafts',
  entry: 'functions/api/order-page/create-draft.ts',
  access: 'api-key',
  scope: 'orderpage:write',
  writes: true,
  idempotency: 'key',
  get body() {
    return createDraftBody();
  },
  bodyOptional: true,
  tagged: true,
  replies: { 201: 'OrderPageDraft' },
  createdAt: '/v2/order-page/drafts/{id}',
  errors: ['too_many_drafts'],
  summary: 'Open a draft of the order page',
  description: 'It begins as a copy of the live page, or of an earlier revision. A company has at most 20 open drafts.',
  tag: TAG,
  uses: ['table:write'],
} as const satisfies Route;

export const listOrderPageDrafts = {
  name: 'list-order-page-drafts',
  method: 'GET',
  path: '/v2/order-page/drafts',
  entry: 'functions/api/order-page/list-drafts.ts',
  access: 'api-key',
  scope: 'orderpage:read',
  get query() {
    return languageQuery();
  },
  replies: { 200: 'OrderPageDraftList' },
  summary: 'List the open drafts, newest first',
  get description() {
    return `Returns all drafts in one page. ${LANGUAGE}`;
  },
  tag: TAG,
  uses: ['table:read'],
} as const satisfies Route;

export const readOrderPageDraft = {
  name: 'read-order-page-draft',
  method: 'GET',
  path: '/v2/order-page/drafts/{draft_id}',
  entry: 'functions/api/order-page/read-draft.ts',
  access: 'api-key',
  scope: 'orderpage:read',
  get query() {
    return languageQuery();
  },
  tagged: 'for-changes',
  replies: { 200: 'OrderPageDraft' },
  errors: ['not_found'],
  summary: 'Read a draft of the order page',
  get description() {
    return `Includes the values that the page would have. Closed drafts can be read for 30 days. ${LANGUAGE}`;
  },
  tag: TAG,
  uses: ['table:read'],
} as const satisfies Route;

export const updateOrderPageDraft = {
  name: 'update-order-page-draft',
  method: 'PATCH',
  path: '/v2/order-page/drafts/{draft_id}',
  entry: 'functions/api/order-page/update-draft.ts',
  access: 'api-key',
  scope: 'orderpage:write',
  writes: true,
  idempotency: 'optional-key',
  get body() {
    return updateDraftBody();
  },
  ifMatch: 'required',
  tagged: true,
  replies: { 200: 'OrderPageDraft' },
  errors: ['not_found', 'draft_closed'],
  summary: 'Change a draft of the order page',
  description:
    'The change is merged like one of the live page; `null` resets a field, or a language of its text, to the ' +
    'default.',
  tag: TAG,
  uses: ['table:write'],
} as const satisfies Route;

export const discardOrderPageDraft = {
  name: 'discard-order-page-draft',
  method: 'DELETE',
  path: '/v2/order-page/drafts/{draft_id}',
  entry: 'functions/api/order-page/discard-draft.ts',
  access: 'api-key',
  scope: 'orderpage:write',
  writes: true,
  replies: { 204: null },
  errors: ['not_found', 'draft_closed'],
  summary: 'Discard a draft of the order page',
  description:
    'Discarding it again returns the same response. A published draft cannot be discarded: restore a revision instead.',
  tag: TAG,
  uses: ['table:write'],
} as const satisfies Route;

export const previewOrderPageDraft = {
  name: 'preview-order-page-draft',
  method: 'POST',
  path: '/v2/order-page/drafts/{draft_id}/preview',
  entry: 'functions/api/order-page/preview-draft.ts',
  access: 'api-key',
  scope: 'orderpage:read',
  replies: { 200: 'OrderPagePreview' },
  errors: ['not_found', 'draft_closed'],
  summary: 'Preview the page of a draft',
  description: 'The address works for one hour, follows the draft as it is edited, and sells nothing.',
  tag: TAG,
  uses: ['keys', 'table:read'],
} as const satisfies Route;

export const publishOrderPageDraft = {
  name: 'publish-order-page-draft',
  method: 'POST',
  path: '/v2/order-page/drafts/{draft_id}/publish',
  entry: 'functions/api/order-page/publish-draft.ts',
  access: 'api-key',
  scope: 'orderpage:write',
  writes: true,
  idempotency: 'key',
  ifMatch: 'required',
  replies: { 200: 'OrderPageRevision' },
  errors: ['not_found', 'draft_closed'],
  summary: 'Publish a draft of the order page',
  description:
    'The changes are live immediately, as a new revision. The ETag of a draft also changes with the live page, so the ' +
    'publisher has seen the resulting page.',
  tag: TAG,
  uses: ['table:write'],
} as const satisfies Route;

export const listOrderPageRevisions = {
  name: 'list-order-page-revisions',
  method: 'GET',
  path: '/v2/order-page/revisions',
  entry: 'functions/api/order-page/list-revisions.ts',
  access: 'api-key',
  scope: 'orderpage:read',
  get query() {
    return languageQuery();
  },
  replies: { 200: 'OrderPageRevisionList' },
  summary: 'List revisions of the order page, newest first',
  description: 'Returns the newest 1000 revisions in one page, without their values.',
  tag: TAG,
  uses: ['table:read'],
} as const satisfies Route;

export const readOrderPageRevision = {
  name: 'read-order-page-revision',
  method: 'GET',
  path: '/v2/order-page/revisions/{revision_id}',
  entry: 'functions/api/order-page/read-revision.ts',
  access: 'api-key',
  scope: 'orderpage:read',
  get query() {
    return languageQuery();
  },
  replies: { 200: 'OrderPageRevision' },
  errors: ['not_found'],
  summary: 'Read a revision of the order page with its values',
  get description() {
    return LANGUAGE;
  },
  tag: TAG,
  uses: ['table:read'],
} as const satisfies Route;

export const restoreOrderPageRevision = {
  name: 'restore-order-page-revision',
  method: 'POST',
  path: '/v2/order-page/revisions/{revision_id}/restore',
  entry: 'functions/api/order-page/restore-revision.ts',
  access: 'api-key',
  scope: 'orderpage:write',
  writes: true,
  idempotency: 'key',
  replies: { 200: 'OrderPageRevision' },
  errors: ['not_found'],
  summary: 'Restore an earlier revision of the order page',
  description: 'Its values become a new revision; earlier revisions never change.',
  tag: TAG,
  uses: ['table:write'],
} as const satisfies Route;

export const orderPageRoutes = [
  readOrderPageSchema,
  readOrderPage,
  updateOrderPage,
  createOrderPageDraft,
  listOrderPageDrafts,
  readOrderPageDraft,
  updateOrderPageDraft,
  previewOrderPageDraft,
  discardOrderPageDraft,
  publishOrderPageDraft,
  listOrderPageRevisions,
  readOrderPageRevision,
  restoreOrderPageRevision,
];
