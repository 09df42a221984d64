import type { Route } from '../../pipeline/route.ts';
import { campaignCodesBody } from '../../domain/administration/code-batches/schema.ts';
import { campaignBody, campaignPatch, pageQuery } from './schema.ts';

const TAG = 'Campaigns';

export const listCampaigns = {
  name: 'list-campaigns',
  method: 'GET',
  path: '/v2/campaigns',
  entry: 'functions/api/campaigns/list-campaigns.ts',
  access: 'api-key',
  scope: 'campaigns:read',
  query: pageQuery,
  replies: { 200: 'CampaignList' },
  errors: ['not_found', 'validation_failed'],
  summary: 'List all campaigns',
  description:
    'Running and other campaigns, highest id first. `codes_count` is the number of codes, `activated_count` the ' +
    'number of activated ones.',
  tag: TAG,
  uses: ['keys', 'table:read'],
} as const satisfies Route;

export const createCampaign = {
  name: 'create-campaign',
  method: 'POST',
  path: '/v2/campaigns',
  entry: 'functions/api/campaigns/create-campaign.ts',
  access: 'api-key',
  scope: 'campaigns:write',
  writes: true,
  idempotency: 'key',
  get body() {
    return campaignBody();
  },
  tagged: true,
  replies: { 201: 'Campaign' },
  createdAt: '/v2/campaigns/{id}',
  errors: ['not_found'],
  summary: 'Create a campaign',
  description:
    'The body has the members of the operator data file, without `company` and `codes`. If `id` is left out, it is ' +
    'assigned; ids of deleted campaigns are not used again.',
  tag: TAG,
  uses: ['table:write'],
} as const satisfies Route;

export const readCampaign = {
  name: 'read-campaign',
  method: 'GET',
  path: '/v2/campaigns/{id}',
  entry: 'functions/api/campaigns/read-campaign.ts',
  access: 'api-key',
  scope: 'campaigns:read',
  tagged: 'for-changes',
  replies: { 200: 'Campaign' },
  errors: ['not_found'],
  summary: 'Read a campaign',
  description: 'Includes the counts of its codes.',
  tag: TAG,
  uses: ['table:read'],
} as const satisfies Route;

export const updateCampaign = {
  name: 'update-campaign',
  method: 'PATCH',
  path: '/v2/campaigns/{id}',
  entry: 'functions/api/campaigns/update-campaign.ts',
  access: 'api-key',
  scope: 'campaigns:write',
  writes: true,
  idempotency: 'optional-key',
  ifMatch: 'required',
  tagged: true,
  get body() {
    return campaignPatch();
  },
  replies: { 200: 'Campaign' },
  errors: ['not_found'],
  summary: 'Change a campaign',
  description: 'A JSON merge patch. Orders, and cards that were sold or activated, keep their terms.',
  tag: TAG,
  uses: ['table:write'],
} as const satisfies Route;

export const deleteCampaign = {
  name: 'delete-campaign',
  method: 'DELETE',
  path: '/v2/campaigns/{id}',
  entry: 'functions/api/campaigns/delete-campaign.ts',
  access: 'api-key',
  scope: 'campaigns:write',
  writes: true,
  idempotency: 'optional-key',
  ifMatch: 'optional',
  replies: { 204: null },
  errors: ['not_found', 'idempotency_conflict'],
  summary: 'Delete a campaign',
  description:
    'The campaign no longer applies to gift cards, and its codes can no longer be activated. Activated codes stay ' +
    'valid.',
  tag: TAG,
  uses: ['table:write'],
} as const satisfies Route;

export const createCampaignCodes = {
  name: 'create-campaign-codes',
  method: 'POST',
  path: '/v2/campaigns/{id}/codes',
  entry: 'functions/api/campaigns/create-campaign-codes.ts',
  access: 'api-key',
  scope: 'campaigns:write',
  writes: true,
  idempotency: 'key',
  get body() {
    return campaignCodesBody();
  },
  replies: { 201: 'CodeBatch' },
  createdAt: '/v2/code-batches/{id}',
  errors: ['not_found'],
  summary: 'Create dormant codes',
  description:
    'Send either `count`, to create 1 to 10,000 codes, or `codes`, with codes that do not exist yet. A code has no ' +
    'value until it is activated. A large batch is `running` until its codes have been created.',
  tag: TAG,
  uses: ['table:write', 'table:batch'],
} as const satisfies Route;

export const readCodeBatch = {
  name: 'read-code-batch',
  method: 'GET',
  path: '/v2/code-batches/{id}',
  entry: 'functions/api/campaigns/read-code-batch.ts',
  access: 'api-key',
  scope: 'campaigns:read',
  replies: { 200: 'CodeBatch' },
  errors: ['not_found'],
  summary: 'Read a batch of codes',
  description: '`status` is `running` until all codes have been created, then `finished`.',
  tag: TAG,
  uses: ['table:read'],
} as const satisfies Route;

export const readCodeBatchFile = {
  name: 'read-code-batch-file',
  method: 'GET',
  path: '/v2/code-batches/{id}/codes.csv',
  entry: 'functions/api/campaigns/read-code-batch-file.ts',
  access: 'api-key',
  scope: 'campaigns:read',
  query: pageQuery,
  replies: { 200: 'text/csv' },
  errors: ['not_found', 'code_batch_running', 'validation_failed'],
  summary: 'Download the codes of a batch',
  description:
    'A file for printers with the columns `code`, `url` (to which the QR code leads), `value` (in the currency; ' +
    'empty where the activation decides, and for discount codes) and `currency`. UTF-8 with a byte order mark; ' +
    "separator and decimal sign follow the company's language. If the file does not fit into one response, `Link` " +
    'leads to the rest.',
  tag: TAG,
  uses: ['keys', 'table:read'],
} as const satisfies Route;

export const campaignRoutes = [
  listCampaigns,
  createCampaign,
  readCampaign,
  updateCampaign,
  deleteCampaign,
  createCampaignCodes,
  readCodeBatch,
  readCodeBatchFile,
];
