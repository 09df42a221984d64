import * as z from 'zod/mini';
import type { VersionedRow } from '../../../storage/change-row.ts';
import { rowCodec } from '../../../storage/row-codec.ts';
import type { Key, Row } from '../../../storage/table.ts';

/**
 * Measured parts of the service, by their API names. `sales`: synthetic sales; `background_jobs`: the schedules, which
 * measure the other parts.
 */
export const MEASURED = ['payments', 'fulfillment', 'sales', 'background_jobs'] as const;
export type MeasuredComponent = (typeof MEASURED)[number];
/** All parts. `api` is not measured: it responds or it does not. */
export const COMPONENTS = ['api', ...MEASURED] as const;
export type Component = (typeof COMPONENTS)[number];

export interface Incident {
  component: Component;
  startedAtMs: number;
  /** Absent during the incident. */
  resolvedAtMs?: number;
}

/** When a check first saw a run of a schedule, and whether the last check found the next run overdue. */
export interface SeenRun {
  ranAtMs: number;
  seenAtMs: number;
  late?: true;
}

/** Status of the whole service, for all companies. */
export interface ServiceStatusRow extends VersionedRow {
  type: 'service-status';
  checkedAtMs: number;
  /** Newest first, including ongoing incidents. */
  incidents: readonly Incident[];
  /** Observed runs, by schedule. */
  runs?: Readonly<Record<string, SeenRun>>;
}

export const STATUS_KEY: Key = { pk: 'STATUS', sk: 'status' };

/** Last runs of schedules, as members `ran:NAME` in milliseconds, so that each is set independently. */
export interface ScheduleRunsRow extends Row {
  type: 'schedule-runs';
  /** Number of synthetic sales that failed since the last successful one; absent before the first sale. */
  failedSales?: number;
}

export const RUNS_KEY: Key = { pk: 'STATUS', sk: 'runs' };

export const ranMember = (schedule: string): string => `ran:${schedule}`;

export const statusCodec = rowCodec<ServiceStatusRow>({
  type: 'service-status',
  version: 1,
  shape: () =>
    z.looseObject({
      checkedAtMs: z.number(),
      incidents: z.array(
        z.looseObject({
          component: z.enum(COMPONENTS),
          startedAtMs: z.number(),
          resolvedAtMs: z.optional(z.number()),
        }),
      ),
      runs: z.optional(
        z.record(
          z.string(),
          z.looseObject({ ranAtMs: z.number(), seenAtMs: z.number(), late: z.optional(z.literal(true)) }),
        ),
      ),
      version: z.int(),
    }),
});
