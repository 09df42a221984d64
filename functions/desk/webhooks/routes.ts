import type { Route } from '../../pipeline/route.ts';
import { DESK_REPLIES, DESK_TAG } from '../route-kinds.ts';

export const deskWebhooks = {
  method: 'GET',
  access: 'public',
  tag: DESK_TAG,
  replies: DESK_REPLIES,
  name: 'desk-webhooks',
  path: '/desk/webhooks',
  entry: 'functions/desk/webhooks/webhooks.ts',
  desk: 'webhooks',
  summary: 'The webhook endpoints of the company',
  uses: ['keys', 'table:write'],
} as const satisfies Route;

export const deskRegisterWebhook = {
  method: 'POST',
  access: 'public',
  tag: DESK_TAG,
  replies: DESK_REPLIES,
  name: 'desk-register-webhook',
  path: '/desk/webhooks',
  entry: 'functions/desk/webhooks/register-webhook.ts',
  desk: 'webhooks',
  summary: 'Register a webhook endpoint, whose secret is shown once',
  uses: ['keys', 'table:write'],
} as const satisfies Route;

export const deskWebhook = {
  method: 'GET',
  access: 'public',
  tag: DESK_TAG,
  replies: DESK_REPLIES,
  name: 'desk-webhook',
  path: '/desk/webhooks/{endpoint_id}',
  entry: 'functions/desk/webhooks/webhook.ts',
  desk: 'webhooks',
  summary: 'A webhook endpoint with its deliveries',
  uses: ['keys', 'table:write'],
} as const satisfies Route;

export const deskChangeWebhook = {
  method: 'POST',
  access: 'public',
  tag: DESK_TAG,
  replies: DESK_REPLIES,
  name: 'desk-change-webhook',
  path: '/desk/webhooks/{endpoint_id}/change',
  entry: 'functions/desk/webhooks/change-webhook.ts',
  desk: 'webhooks',
  summary: 'Change the URL or events of a webhook endpoint, or enable or disable it',
  uses: ['keys', 'table:write'],
} as const satisfies Route;

export const deskRotateWebhook = {
  method: 'POST',
  access: 'public',
  tag: DESK_TAG,
  replies: DESK_REPLIES,
  name: 'desk-rotate-webhook',
  path: '/desk/webhooks/{endpoint_id}/rotate-secret',
  entry: 'functions/desk/webhooks/rotate-webhook.ts',
  desk: 'webhooks',
  summary: 'Rotate the secret of a webhook endpoint; the new one is shown once',
  uses: ['keys', 'table:write'],
} as const satisfies Route;

export const deskPingWebhook = {
  method: 'POST',
  access: 'public',
  tag: DESK_TAG,
  replies: DESK_REPLIES,
  name: 'desk-ping-webhook',
  path: '/desk/webhooks/{endpoint_id}/ping',
  entry: 'functions/desk/webhooks/ping-webhook.ts',
  desk: 'webhooks',
  summary: 'Send a test event to a webhook endpoint',
  uses: ['keys', 'table:write'],
} as const satisfies Route;

export const deskReplayFailed = {
  method: 'POST',
  access: 'public',
  tag: DESK_TAG,
  replies: DESK_REPLIES,
  name: 'desk-replay-failed',
  path: '/desk/webhooks/{endpoint_id}/replay-failed',
  entry: 'functions/desk/webhooks/replay-failed.ts',
  desk: 'webhooks',
  summary: 'Queue all failed deliveries of a webhook endpoint again',
  uses: ['keys', 'table:write'],
  timeoutSeconds: 29,
} as const satisfies Route;

export const deskDeleteWebhook = {
  method: 'POST',
  access: 'public',
  tag: DESK_TAG,
  replies: DESK_REPLIES,
  name: 'desk-delete-webhook',
  path: '/desk/webhooks/{endpoint_id}/delete',
  entry: 'functions/desk/webhooks/delete-webhook.ts',
  desk: 'webhooks',
  summary: 'Delete a webhook endpoint',
  uses: ['keys', 'table:write'],
} as const satisfies Route;

export const deskDelivery = {
  method: 'GET',
  access: 'public',
  tag: DESK_TAG,
  replies: DESK_REPLIES,
  name: 'desk-delivery',
  path: '/desk/webhook-deliveries/{delivery_id}',
  entry: 'functions/desk/webhooks/delivery.ts',
  desk: 'webhooks',
  summary: 'A webhook delivery with its attempts',
  uses: ['keys', 'table:write'],
} as const satisfies Route;

export const deskReplayDelivery = {
  method: 'POST',
  access: 'public',
  tag: DESK_TAG,
  replies: DESK_REPLIES,
  name: 'desk-replay-delivery',
  path: '/desk/webhook-deliveries/{delivery_id}/replay',
  entry: 'functions/desk/webhooks/replay-delivery.ts',
  desk: 'webhooks',
  summary: 'Queue a webhook delivery again',
  uses: ['keys', 'table:write'],
} as const satisfies Route;

export const deskWebhooksRoutes = [
  deskWebhooks,
  deskRegisterWebhook,
  deskWebhook,
  deskChangeWebhook,
  deskRotateWebhook,
  deskPingWebhook,
  deskReplayFailed,
  deskDeleteWebhook,
  deskDelivery,
  deskReplayDelivery,
];
