import {
  previewBody,
  revertBody,
  templateBody,
  templateIntentBody,
  templateListQuery,
} from '../../domain/company/settings/template-schema.ts';
import type { Route } from '../../pipeline/route.ts';

const TAG = 'PDF templates';

const READS = ['table:write', 'objects:read', 'objects:write', 'function:render-sample'] as const;
const LISTS = ['keys', ...READS] as const;

export const listTemplatesRoute = {
  name: 'list-pdf-templates',
  method: 'GET',
  path: '/v2/pdf-templates',
  entry: 'functions/api/templates/list-templates.ts',
  access: 'api-key',
  scope: 'pdf_templates:read',
  startsEarly: false,
  get query() {
    return templateListQuery();
  },
  replies: { 200: 'PdfTemplateList' },
  errors: ['template_unavailable'],
  summary: 'List PDF templates, newest first',
  description:
    'The default template is listed, too. It is `active` while no other template for all product types is. Deleted ' +
    'templates are not listed.',
  tag: TAG,
  uses: LISTS,
  timeoutSeconds: 29,
} as const satisfies Route;

export const listTemplateFieldsRoute = {
  name: 'list-pdf-template-fields',
  method: 'GET',
  path: '/v2/pdf-templates/fields',
  entry: 'functions/api/templates/list-fields.ts',
  access: 'api-key',
  scope: 'pdf_templates:read',
  replies: { 200: 'PdfTemplateFieldList' },
  summary: 'List the fields that templates can contain',
  description: 'Names for the form fields (AcroForm) of an uploaded PDF, or for its `layout`.',
  tag: TAG,
  uses: ['table:read'],
} as const satisfies Route;

export const readTemplateRoute = {
  name: 'read-pdf-template',
  method: 'GET',
  path: '/v2/pdf-templates/{id}',
  entry: 'functions/api/templates/read-template.ts',
  access: 'api-key',
  scope: 'pdf_templates:read',
  startsEarly: false,
  tagged: true,
  replies: { 200: 'PdfTemplate' },
  errors: ['not_found', 'template_unavailable'],
  summary: 'Read a PDF template',
  description:
    'Includes the pages, and the positions of the fields in points from the top left. A deleted template is ' +
    '`retired`.',
  tag: TAG,
  uses: READS,
  timeoutSeconds: 29,
} as const satisfies Route;

export const readTemplateFileRoute = {
  name: 'read-pdf-template-file',
  method: 'GET',
  path: '/v2/pdf-templates/{id}/file',
  entry: 'functions/api/templates/read-file.ts',
  access: 'api-key',
  scope: 'pdf_templates:read',
  startsEarly: false,
  replies: { 200: 'application/pdf', 303: null },
  errors: ['not_found', 'template_unavailable'],
  summary: 'Download the file of a PDF template',
  description:
    'An uploaded PDF is rewritten before it is stored: its pages are kept, without form fields, links and ' +
    'invisible content. Over 4.5 MB the response is a 303 to a link that works for ten minutes.',
  tag: TAG,
  uses: READS,
  memoryMb: 1024,
  timeoutSeconds: 29,
} as const satisfies Route;

export const openTemplateSlotRoute = {
  name: 'open-pdf-template-upload',
  method: 'POST',
  path: '/v2/pdf-templates/upload-intents',
  entry: 'functions/api/templates/open-upload-slot.ts',
  access: 'api-key',
  scope: 'pdf_templates:write',
  writes: true,
  idempotency: 'key',
  get body() {
    return templateIntentBody();
  },
  replies: { 201: 'PdfTemplateUpload' },
  createdAt: '/v2/pdf-templates/upload-intents/{id}/finalize',
  summary: 'Open an upload slot for a template',
  description:
    'At most 10 MB. Send the bytes to `upload.url` with `upload.method` and exactly the headers given. Upload and ' +
    'finalize within 15 minutes, after which the slot is closed.',
  tag: TAG,
  uses: ['table:write', 'objects:write'],
} as const satisfies Route;

export const finalizeTemplateRoute = {
  name: 'finalize-pdf-template',
  method: 'POST',
  path: '/v2/pdf-templates/upload-intents/{id}/finalize',
  entry: 'functions/api/templates/finalize.ts',
  access: 'api-key',
  scope: 'pdf_templates:write',
  writes: true,
  idempotency: 'key',
  tagged: true,
  get body() {
    return templateBody();
  },
  replies: { 201: 'PdfTemplate' },
  createdAt: '/v2/pdf-templates/{id}',
  errors: ['not_found', 'template_invalid', 'template_unavailable'],
  summary: 'Finalize an uploaded template',
  description:
    'Rejected with `template_invalid` under `file`: a file that is not a PDF, is encrypted, contains scripts, ' +
    'actions, embedded files or an XFA form, has no page or more than 4, a page outside A7 to A3, a form field ' +
    'that is not in the list, no place for `code`, or takes too much time or memory to read. A `layout` takes ' +
    'precedence over the form; its errors are under `layout.<n>`. The slot stays open after an error.',
  tag: TAG,
  uses: ['table:write', 'objects:read', 'objects:write', 'function:inspect-pdf'],
  memoryMb: 1024,
  timeoutSeconds: 29,
} as const satisfies Route;

export const updateTemplateRoute = {
  name: 'update-pdf-template',
  method: 'PUT',
  path: '/v2/pdf-templates/{id}',
  entry: 'functions/api/templates/update-template.ts',
  access: 'api-key',
  scope: 'pdf_templates:write',
  writes: true,
  idempotency: 'key',
  ifMatch: 'required',
  tagged: true,
  get body() {
    return templateBody();
  },
  replies: { 200: 'PdfTemplate' },
  errors: ['not_found', 'template_active', 'template_invalid', 'template_unavailable'],
  summary: 'Change a template that is not active',
  description: 'Absent members are reset to their defaults: all product types, and the positions of the form fields.',
  tag: TAG,
  uses: READS,
  timeoutSeconds: 29,
} as const satisfies Route;

export const previewTemplateRoute = {
  name: 'preview-pdf-template',
  method: 'POST',
  path: '/v2/pdf-templates/{id}/preview',
  entry: 'functions/api/templates/preview.ts',
  access: 'api-key',
  scope: 'pdf_templates:read',
  startsEarly: false,
  get body() {
    return previewBody();
  },
  bodyOptional: true,
  replies: { 200: 'application/pdf', 303: null },
  errors: ['not_found', 'template_unavailable'],
  summary: 'Preview a template with sample values',
  description:
    'The preview is marked as a sample, and its QR code redeems nothing. `values` replace the sample values.',
  tag: TAG,
  uses: READS,
  memoryMb: 1024,
  timeoutSeconds: 29,
} as const satisfies Route;

export const activateTemplateRoute = {
  name: 'activate-pdf-template',
  method: 'POST',
  path: '/v2/pdf-templates/{id}/activate',
  entry: 'functions/api/templates/activate.ts',
  access: 'api-key',
  scope: 'pdf_templates:write',
  writes: true,
  idempotency: 'key',
  tagged: true,
  replies: { 200: 'PdfTemplate' },
  errors: ['not_found', 'template_unavailable'],
  summary: 'Activate a template',
  description:
    'The template that was active for its product type becomes `ready`. A template of one product type takes precedence over one for all. ' +
    'Items keep the template that was active when they were issued.',
  tag: TAG,
  uses: READS,
  timeoutSeconds: 29,
} as const satisfies Route;

export const revertTemplateRoute = {
  name: 'revert-pdf-template',
  method: 'POST',
  path: '/v2/pdf-templates/revert',
  entry: 'functions/api/templates/revert.ts',
  access: 'api-key',
  scope: 'pdf_templates:write',
  writes: true,
  idempotency: 'key',
  tagged: true,
  get body() {
    return revertBody();
  },
  bodyOptional: true,
  replies: { 200: 'PdfTemplate' },
  errors: ['nothing_to_revert', 'template_unavailable'],
  summary: 'Activate the template that was active before',
  description:
    'Each request goes back one step and skips deleted templates; the last step is the default template. ' +
    '`product_type` selects the products; without it, the template for all product types is reverted.',
  tag: TAG,
  uses: READS,
  timeoutSeconds: 29,
} as const satisfies Route;

export const deleteTemplateRoute = {
  name: 'delete-pdf-template',
  method: 'POST',
  path: '/v2/pdf-templates/{id}/delete',
  entry: 'functions/api/templates/delete.ts',
  access: 'api-key',
  scope: 'pdf_templates:write',
  writes: true,
  idempotency: 'key',
  replies: { 204: null },
  errors: ['not_found', 'template_active', 'template_unavailable'],
  summary: 'Delete a template that is not active',
  description: 'The template is no longer listed, and is `retired` when read; existing cards do not change.',
  tag: TAG,
  uses: READS,
  timeoutSeconds: 29,
} as const satisfies Route;

export const templateRoutes = [
  listTemplatesRoute,
  listTemplateFieldsRoute,
  readTemplateRoute,
  readTemplateFileRoute,
  openTemplateSlotRoute,
  finalizeTemplateRoute,
  updateTemplateRoute,
  previewTemplateRoute,
  activateTemplateRoute,
  revertTemplateRoute,
  deleteTemplateRoute,
];
