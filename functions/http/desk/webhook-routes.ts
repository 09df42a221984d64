import { defineRoute } from '../route.ts';
import { DESK_FORM, DESK_PAGE } from './route-kinds.ts';

const WEBHOOK = '/desk/webhooks/{endpoint_id}';
const DELIVERY = '/desk/webhook-deliveries/{delivery_id}';

export const deskWebhooks = defineRoute({
  ...DESK_PAGE,
  name: 'desk-webhooks',
  path: '/desk/webhooks',
  entry: 'functions/http/desk/webhooks.ts',
  desk: 'webhooks',
  summary: 'The webhook endpoints of the company',
  uses: ['keys', 'table:write'],
});

export const deskRegisterWebhook = defineRoute({
  ...DESK_FORM,
  name: 'desk-register-webhook',
  path: '/desk/webhooks',
  entry: 'functions/http/desk/register-webhook.ts',
  desk: 'webhooks',
  summary: 'Register a webhook endpoint, whose secret is shown once',
  uses: ['keys', 'table:write'],
});

export const deskWebhook = defineRoute({
  ...DESK_PAGE,
  name: 'desk-webhook',
  path: WEBHOOK,
  entry: 'functions/http/desk/webhook.ts',
  desk: 'webhooks',
  summary: 'A webhook endpoint with its deliveries',
  uses: ['keys', 'table:write'],
});

export const deskChangeWebhook = defineRoute({
  ...DESK_FORM,
  name: 'desk-change-webhook',
  path: `${WEBHOOK}/change`,
  entry: 'functions/http/desk/change-webhook.ts',
  desk: 'webhooks',
  summary: 'Change address or events of a webhook endpoint, or switch it on or off',
  uses: ['keys', 'table:write'],
});

export const deskRotateWebhook = defineRoute({
  ...DESK_FORM,
  name: 'desk-rotate-webhook',
  path: `${WEBHOOK}/rotate-secret`,
  entry: 'functions/http/desk/rotate-webhook.ts',
  desk: 'webhooks',
  summary: 'Give a webhook endpoint a new secret, which is shown once',
  uses: ['keys', 'table:write'],
});

export const deskPingWebhook = defineRoute({
  ...DESK_FORM,
  name: 'desk-ping-webhook',
  path: `${WEBHOOK}/ping`,
  entry: 'functions/http/desk/ping-webhook.ts',
  desk: 'webhooks',
  summary: 'Send a test event to a webhook endpoint',
  uses: ['keys', 'table:write'],
});

export const deskReplayFailed = defineRoute({
  ...DESK_FORM,
  name: 'desk-replay-failed',
  path: `${WEBHOOK}/replay-failed`,
  entry: 'functions/http/desk/replay-failed.ts',
  desk: 'webhooks',
  summary: 'Queue all failed deliveries of a webhook endpoint again',
  uses: ['keys', 'table:write'],
  timeoutSeconds: 29,
});

export const deskDeleteWebhook = defineRoute({
  ...DESK_FORM,
  name: 'desk-delete-webhook',
  path: `${WEBHOOK}/delete`,
  entry: 'functions/http/desk/delete-webhook.ts',
  desk: 'webhooks',
  summary: 'Delete a webhook endpoint',
  uses: ['keys', 'table:write'],
});

export const deskDelivery = defineRoute({
  ...DESK_PAGE,
  name: 'desk-delivery',
  path: DELIVERY,
  entry: 'functions/http/desk/delivery.ts',
  desk: 'webhooks',
  summary: 'A webhook delivery with its attempts',
  uses: ['keys', 'table:write'],
});

export const deskReplayDelivery = defineRoute({
  ...DESK_FORM,
  name: 'desk-replay-delivery',
  path: `${DELIVERY}/replay`,
  entry: 'functions/http/desk/replay-delivery.ts',
  desk: 'webhooks',
  summary: 'Queue a webhook delivery again',
  uses: ['keys', 'table:write'],
});

export const deskWebhookRoutes = [
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
