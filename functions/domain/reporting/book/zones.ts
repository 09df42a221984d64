import { nowMs } from '../../../platform/clock.ts';
import { warmMap } from '../../../platform/warm-state.ts';
import { getRows } from '../../../storage/table.ts';
import { companyKey, type CompanyRow } from '../../company/companies/rows.ts';
import { MINUTE_MS } from '../../../platform/durations.ts';

/** A company rarely changes its zone; figures may use the former one for a minute. */
const ZONE_KEPT_MS = MINUTE_MS;
const ZONES_MAX = 10_000;
const knownZones = warmMap<string, { zone: string; readAtMs: number }>();

/** Time zones of companies, by slug. */
export const zonesOf = async (companies: Iterable<string>): Promise<Map<string, string>> => {
  const slugs = [...new Set(companies)];
  const now = nowMs();
  if (knownZones.size > ZONES_MAX) knownZones.clear();
  const isKnown = (slug: string): boolean => Math.abs(now - (knownZones.get(slug)?.readAtMs ?? 0)) < ZONE_KEPT_MS;
  const unknown = slugs.filter((slug) => !isKnown(slug));
  const rows = unknown.length > 0 ? await getRows(unknown.map(companyKey)) : undefined;
  for (const slug of unknown) {
    const zone = rows?.get<CompanyRow>(companyKey(slug))?.time_zone;
    if (zone !== undefined) knownZones.set(slug, { zone, readAtMs: now });
  }
  return new Map(slugs.map((slug) => [slug, knownZones.get(slug)?.zone ?? 'UTC']));
};
