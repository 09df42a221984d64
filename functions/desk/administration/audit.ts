import { listAuditLog } from '../../domain/reporting/audit/list.ts';
import { dateOrNone } from '../../domain/reporting/reports/query.ts';
import { CHANNELS } from '../../platform/channels.ts';
import { endOfDayMs, startOfDayMs } from '../../platform/zones.ts';
import { addressesOf } from '../../domain/notifications/webhooks/addresses.ts';
import { referencesOf } from '../../domain/checkout/orders/references.ts';
import { keyLabels } from '../actor-name.ts';
import { deskEndpoint } from '../endpoint.ts';
import { auditPage } from './pages/audit.ts';
import { deskAudit } from './routes.ts';

const SHOWN = 50;

export const handler = deskEndpoint(deskAudit, async (visit) => {
  const { company } = visit;
  const { by, channel, starting_after: startingAfter, from, to } = visit.request.query;
  const days = { from: dateOrNone(from), to: dateOrNone(to) };
  const filters = { ...days, by: by?.trim() || undefined, channel: CHANNELS.find((each) => each === channel) };
  const page = await listAuditLog(company.slug, {
    fromMs: days.from === undefined ? undefined : startOfDayMs(days.from, company.time_zone),
    beforeMs: days.to === undefined ? undefined : endOfDayMs(days.to, company.time_zone) + 1,
    by: filters.by,
    channel: filters.channel,
    operation: undefined,
    limit: SHOWN,
    startingAfter,
  });
  const [labels, references, addresses] = await Promise.all([
    keyLabels(
      visit,
      page.data.map((entry) => entry.by),
    ),
    referencesOf(
      company.slug,
      page.data.flatMap(({ subject }) => subject['order_id'] ?? []),
    ),
    addressesOf(
      company.slug,
      page.data.flatMap(({ subject }) => subject['endpoint_id'] ?? []),
    ),
  ]);
  return auditPage(visit, page, { ...filters, labels, references, addresses });
});
