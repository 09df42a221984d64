import { listAuditLog } from '../../domain/reporting/audit/list.ts';
import { withMaskedCodes } from '../../domain/reporting/audit/rules.ts';
import { timeFilterOf } from '../../domain/checkout/orders/list-filter.ts';
import { invalidFields, type FieldErrors } from '../../platform/errors.ts';
import { endpoint } from '../../pipeline/endpoint.ts';
import { pageOf } from '../../pipeline/parse.ts';
import { listAuditLog as route } from './routes.ts';

/** Codes are shortened, because readers of the log are not allowed to redeem them. */
export const handler = endpoint(route, async ({ company, query, queryValues }) => {
  const faults: FieldErrors = {};
  const fromMs = timeFilterOf(queryValues, 'occurred_after', faults);
  const beforeMs = timeFilterOf(queryValues, 'occurred_before', faults);
  if (Object.keys(faults).length > 0) throw invalidFields(faults);
  const page = await listAuditLog(company, {
    fromMs,
    beforeMs,
    by: query.by,
    channel: query.channel,
    operation: query.operation,
    ...pageOf(query, 50),
  });
  return { status: 200, body: { ...page, data: page.data.map(withMaskedCodes) } };
});
