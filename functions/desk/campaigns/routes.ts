import type { Route } from '../../pipeline/route.ts';
import { DESK_REPLIES, DESK_TAG } from '../route-kinds.ts';

export const deskCampaigns = {
  method: 'GET',
  access: 'public',
  tag: DESK_TAG,
  replies: DESK_REPLIES,
  name: 'desk-campaigns',
  path: '/desk/campaigns',
  entry: 'functions/desk/campaigns/campaigns.ts',
  desk: 'campaigns',
  summary: 'The campaigns of the company with their results',
  uses: ['keys', 'table:write'],
} as const satisfies Route;

export const deskCreateCampaign = {
  method: 'POST',
  access: 'public',
  tag: DESK_TAG,
  replies: DESK_REPLIES,
  name: 'desk-create-campaign',
  path: '/desk/campaigns',
  entry: 'functions/desk/campaigns/create-campaign.ts',
  desk: 'campaigns',
  summary: 'Create a campaign',
  uses: ['keys', 'table:write'],
} as const satisfies Route;

export const deskCampaign = {
  method: 'GET',
  access: 'public',
  tag: DESK_TAG,
  replies: DESK_REPLIES,
  name: 'desk-campaign',
  path: '/desk/campaigns/{campaign_id}',
  entry: 'functions/desk/campaigns/campaign.ts',
  desk: 'campaigns',
  summary: 'A campaign with its codes',
  uses: ['keys', 'table:write'],
} as const satisfies Route;

export const deskChangeCampaign = {
  method: 'POST',
  access: 'public',
  tag: DESK_TAG,
  replies: DESK_REPLIES,
  name: 'desk-change-campaign',
  path: '/desk/campaigns/{campaign_id}/change',
  entry: 'functions/desk/campaigns/change-campaign.ts',
  desk: 'campaigns',
  summary: 'Change a campaign',
  uses: ['keys', 'table:write'],
} as const satisfies Route;

export const deskCreateCampaignCodes = {
  method: 'POST',
  access: 'public',
  tag: DESK_TAG,
  replies: DESK_REPLIES,
  name: 'desk-create-campaign-codes',
  path: '/desk/campaigns/{campaign_id}/codes',
  entry: 'functions/desk/campaigns/create-campaign-codes.ts',
  desk: 'campaigns',
  summary: 'Create codes of a campaign',
  uses: ['keys', 'table:write', 'table:batch'],
} as const satisfies Route;

export const deskDeleteCampaign = {
  method: 'POST',
  access: 'public',
  tag: DESK_TAG,
  replies: DESK_REPLIES,
  name: 'desk-delete-campaign',
  path: '/desk/campaigns/{campaign_id}/delete',
  entry: 'functions/desk/campaigns/delete-campaign.ts',
  desk: 'campaigns',
  summary: 'Delete a campaign',
  uses: ['keys', 'table:write'],
} as const satisfies Route;

export const deskDiscountCodes = {
  method: 'GET',
  access: 'public',
  tag: DESK_TAG,
  replies: DESK_REPLIES,
  name: 'desk-discount-codes',
  path: '/desk/discount-codes',
  entry: 'functions/desk/campaigns/discount-codes.ts',
  desk: 'campaigns',
  summary: 'The discount codes of the company with their results',
  uses: ['keys', 'table:write'],
} as const satisfies Route;

export const deskCreateDiscountCode = {
  method: 'POST',
  access: 'public',
  tag: DESK_TAG,
  replies: DESK_REPLIES,
  name: 'desk-create-discount-code',
  path: '/desk/discount-codes',
  entry: 'functions/desk/campaigns/create-discount-code.ts',
  desk: 'campaigns',
  summary: 'Create a discount code',
  uses: ['keys', 'table:write'],
} as const satisfies Route;

export const deskCreateDiscountCodeBatch = {
  method: 'POST',
  access: 'public',
  tag: DESK_TAG,
  replies: DESK_REPLIES,
  name: 'desk-create-discount-code-batch',
  path: '/desk/discount-codes/batch',
  entry: 'functions/desk/campaigns/create-discount-code-batch.ts',
  desk: 'campaigns',
  summary: 'Create single-use discount codes',
  uses: ['keys', 'table:write', 'table:batch'],
} as const satisfies Route;

export const deskDiscountCode = {
  method: 'GET',
  access: 'public',
  tag: DESK_TAG,
  replies: DESK_REPLIES,
  name: 'desk-discount-code',
  path: '/desk/discount-codes/{code}',
  entry: 'functions/desk/campaigns/discount-code.ts',
  desk: 'campaigns',
  summary: 'A discount code',
  uses: ['keys', 'table:write'],
} as const satisfies Route;

export const deskChangeDiscountCode = {
  method: 'POST',
  access: 'public',
  tag: DESK_TAG,
  replies: DESK_REPLIES,
  name: 'desk-change-discount-code',
  path: '/desk/discount-codes/{code}/change',
  entry: 'functions/desk/campaigns/change-discount-code.ts',
  desk: 'campaigns',
  summary: 'Change a discount code',
  uses: ['keys', 'table:write'],
} as const satisfies Route;

export const deskDeleteDiscountCode = {
  method: 'POST',
  access: 'public',
  tag: DESK_TAG,
  replies: DESK_REPLIES,
  name: 'desk-delete-discount-code',
  path: '/desk/discount-codes/{code}/delete',
  entry: 'functions/desk/campaigns/delete-discount-code.ts',
  desk: 'campaigns',
  summary: 'Delete a discount code',
  uses: ['keys', 'table:write'],
} as const satisfies Route;

export const deskCodeBatch = {
  method: 'GET',
  access: 'public',
  tag: DESK_TAG,
  replies: DESK_REPLIES,
  name: 'desk-code-batch',
  path: '/desk/code-batches/{batch_id}',
  entry: 'functions/desk/campaigns/code-batch.ts',
  desk: 'campaigns',
  summary: 'The file of a batch of codes',
  uses: ['keys', 'table:write', 'objects:read', 'objects:write'],
} as const satisfies Route;

export const deskCampaignRoutes = [
  deskCampaigns,
  deskCreateCampaign,
  deskCampaign,
  deskChangeCampaign,
  deskCreateCampaignCodes,
  deskDeleteCampaign,
  deskDiscountCodes,
  deskCreateDiscountCode,
  deskCreateDiscountCodeBatch,
  deskDiscountCode,
  deskChangeDiscountCode,
  deskDeleteDiscountCode,
  deskCodeBatch,
];
