import { listAuditLog } from '../../domain/reporting/audit/list.ts';
import { dateOrNone } from '../../domain/reporting/reports/query.ts';
import { CHANNELS } from '../../platform/channels.ts';
import { endOfDayMs, startOfDayMs } from '../../platform/zones.ts';
import { deskEndpoint } from '../endpoint.ts';
import { auditPage } from './pages/audit.ts';
import { deskAudit } from './routes.ts';

const SHOWN = 50;

export const handler = deskEndpoint(deskAudit, async (visit) => {
  const { company } = visit;
  const { by, channel, starting_after: startingAfter, from, to } = visit.request.query;
  const days = { from: dateOrNone(from), to: dateOrNone(to) };
  const asked = { ...days, by: by?.trim() || undefined, channel: CHANNELS.find((each) => each === channel) };
  const page = await listAuditLog(company.slug, {
    fromMs: days.from === undefined ? undefined : startOfDayMs(days.from, company.time_zone),
    beforeMs: days.to === undefined ? undefined : endOfDayMs(days.to, company.time_zone) + 1,
    by: asked.by,
    channel: asked.channel,
    operation: undefined,
    limit: SHOWN,
    startingAfter,
  });
  return auditPage(visit, page, asked);
});
