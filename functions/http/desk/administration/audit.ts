import { listAuditLog } from '../../../domain/audit/list.ts';
import { dateOrNone } from '../../../domain/reports/query.ts';
import { DOORS } from '../../../platform/doors.ts';
import { endOfDayMs, startOfDayMs } from '../../../platform/zones.ts';
import { deskEndpoint } from '../endpoint.ts';
import { auditPage } from './pages/audit.ts';
import { deskAudit } from './routes.ts';

const SHOWN = 50;

export const handler = deskEndpoint(deskAudit, async (visit) => {
  const { company } = visit;
  const { by, door, starting_after: startingAfter, from, to } = visit.request.query;
  const days = { from: dateOrNone(from), to: dateOrNone(to) };
  const asked = { ...days, by: by?.trim() || undefined, door: DOORS.find((each) => each === door) };
  const page = await listAuditLog(company.slug, {
    fromMs: days.from === undefined ? undefined : startOfDayMs(days.from, company.time_zone),
    beforeMs: days.to === undefined ? undefined : endOfDayMs(days.to, company.time_zone) + 1,
    by: asked.by,
    door: asked.door,
    operation: undefined,
    limit: SHOWN,
    startingAfter,
  });
  return auditPage(visit, page, asked);
});
