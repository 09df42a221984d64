import * as z from 'zod/mini';
import type { VersionedRow } from '../../../storage/change-row.ts';
import { rowCodec } from '../../../storage/row-codec.ts';
import type { Key } from '../../../storage/table.ts';

/** Measured parts of the service, by their API names. */
export const MEASURED = ['payments', 'fulfillment'] as const;
export type MeasuredComponent = (typeof MEASURED)[number];
/** All parts: `api` responds or not, `background_jobs` measure the others. */
export const COMPONENTS = ['api', ...MEASURED, 'background_jobs'] as const;
export type Component = (typeof COMPONENTS)[number];

export interface Incident {
  component: Component;
  startedAtMs: number;
  /** Absent during the incident. */
  resolvedAtMs?: number;
}

/** Status of the whole service, of all companies. */
export interface ServiceStatusRow extends VersionedRow {
  type: 'service-status';
  checkedAtMs: number;
  /** Newest first, ongoing ones included. */
  incidents: readonly Incident[];
}

export const STATUS_KEY: Key = { pk: 'STATUS', sk: 'status' };

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
      version: z.int(),
    }),
});
