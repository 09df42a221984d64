import { nowMs } from '../../../platform/clock.ts';
import { changeEndpoint, loadEndpoint } from './change-endpoint.ts';
import { assertWebhookUrl } from './assert-url.ts';
import type { WebhookEndpointRow } from './rows.ts';
import { presentEndpoint } from './present.ts';
import { filterOf, type FilterInput } from './event-filter.ts';
import { invalidateUnsubscribed } from './record-item-event.ts';
import { companyOf } from './register.ts';
import { SETTLED_IN_REQUEST, settleQueued } from './settle-queued.ts';

interface EndpointEdit {
  url?: string | undefined;
  events?: string[] | undefined;
  /** Replaces the filter; null removes it. */
  filter?: FilterInput | null | undefined;
  enabled?: boolean | undefined;
}

/**
 * Changes URL, subscription, filter and whether an endpoint is enabled. Disabling cancels queued deliveries; a
 * re-enabled endpoint has no failures and receives only events from then on. Throws 404, 409 `webhook_endpoint_busy`,
 * and 422 on `url` and `filter.product_ids`.
 */
export const updateEndpoint = async (company: string, id: string, edit: EndpointEdit) => {
  const { url } = edit;
  const [endpoint, settings] = await Promise.all([
    loadEndpoint(company, id),
    url === undefined && !edit.filter ? undefined : companyOf(company),
  ]);
  const [filter] = await Promise.all([
    settings && filterOf(settings, edit.filter ?? undefined),
    settings && url !== undefined ? assertWebhookUrl(url, settings.approved_urls) : undefined,
  ]);
  const now = nowMs();
  const after = await changeEndpoint({
    company,
    id,
    change: (before) => ({
      ...(url === undefined ? {} : { url, ...CLEAN_SLATE }),
      ...(edit.events === undefined ? {} : { events: edit.events }),
      ...(edit.filter === undefined ? {} : { filter }),
      ...switchEndpoint(before, edit.enabled, now),
      updatedAtMs: now,
    }),
  });
  invalidateUnsubscribed(company);
  if (endpoint.status === 'enabled' && after.status === 'disabled') {
    const closed = { kind: 'endpoint-closed', company, endpointId: id, settleAs: 'cancelled' } as const;
    await settleQueued(closed, SETTLED_IN_REQUEST);
  }
  return presentEndpoint(after, now);
};

/** A new URL or a re-enabled endpoint starts without failures. */
const CLEAN_SLATE: Partial<WebhookEndpointRow> = {
  consecutiveFailures: 0,
  failingSinceMs: undefined,
  slowUntilMs: undefined,
};

/**
 * The change that enables or disables an endpoint at the request of its company; empty if the endpoint is already in
 * that state, or if `enabled` is undefined.
 */
export const switchEndpoint = (
  before: WebhookEndpointRow,
  enabled: boolean | undefined,
  now: number,
): Partial<WebhookEndpointRow> => {
  if (enabled === undefined || enabled === (before.status === 'enabled')) return {};
  if (!enabled) return { status: 'disabled', disabledReason: 'request', disabledAtMs: now };
  return {
    status: 'enabled',
    disabledReason: undefined,
    disabledAtMs: undefined,
    receivesFromMs: now,
    ...CLEAN_SLATE,
  };
};
