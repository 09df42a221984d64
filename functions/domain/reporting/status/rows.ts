import * as z from 'zod/mini';
import type { VersionedRow } from '../../../storage/change-row.ts';
import { rowCodec } from '../../../storage/row-codec.ts';
import type { Key } from '../../../storage/table.ts';

/** Parts of the service that are measured, by their names on the wire. */
export const MEASURED = ['payments', 'fulfillment'] as const;
export type MeasuredComponent = (typeof MEASURED)[number];
/** All parts: `api` answers or does not, `background_jobs` measure the others. */
export const COMPONENTS = ['api', ...MEASURED, 'background_jobs'] as const;
export type Component = (typeof COMPONENTS)[number];

export interface Incident {
  component: Component;
  startedAtMs: number;
  /** Absent while it lasts. */
  resolvedAtMs?: number;
}

/** Status of the whole service, of all companies. */
export interface ServiceStatusRow extends VersionedRow {
  type: 'service-status';
  checkedAtMs: number;
  /** Newest first, the ones that last included. */
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
