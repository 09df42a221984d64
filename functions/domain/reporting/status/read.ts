import { timestampOrNull } from '../../../platform/clock.ts';
import { getRow } from '../../../storage/table.ts';
import { STALE_AFTER_MS } from './record.ts';
import { COMPONENTS, STATUS_KEY, statusCodec, type Component } from './rows.ts';

/** Public status of the service: its components, and incidents, newest first (lib/reference/requests.md#status). */
export const readServiceStatus = async (nowMs: number) => {
  const raw = await getRow(STATUS_KEY);
  const row = raw && statusCodec.check(raw);
  const incidents = row?.incidents ?? [];
  const degraded = new Set<Component>(
    incidents.filter(({ resolvedAtMs }) => resolvedAtMs === undefined).map(({ component }) => component),
  );
  if (row && nowMs - row.checkedAtMs > STALE_AFTER_MS) degraded.add('background_jobs');
  return {
    object: 'service_status',
    status: degraded.size === 0 ? 'operational' : 'degraded',
    checked_at: timestampOrNull(row?.checkedAtMs),
    components: COMPONENTS.map((name) => ({ name, status: degraded.has(name) ? 'degraded' : 'operational' })),
    incidents: incidents.map(({ component, startedAtMs, resolvedAtMs }) => ({
      component,
      started_at: timestampOrNull(startedAtMs),
      resolved_at: timestampOrNull(resolvedAtMs),
    })),
  };
};
