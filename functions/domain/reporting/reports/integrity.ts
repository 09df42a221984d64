import { toTimestamp } from '../../../platform/clock.ts';
import { getRow } from '../../../storage/table.ts';
import { integrityKey, type CheckResult, type IntegrityFinding, type IntegrityRow } from './rows.ts';

const presentCheck = ({ name, checked, faults }: CheckResult) => ({ name, ok: faults === 0, checked, faults });

export interface IntegrityReport {
  /** RFC 3339; null before the first check. */
  checked_at: string | null;
  /** RFC 3339: everything has been checked since this time; null before the first complete check. */
  proven_since: string | null;
  /** Null before the first check. */
  ok: boolean | null;
  checks: ReturnType<typeof presentCheck>[];
  findings: IntegrityFinding[];
}

/** The newest integrity check of a company. */
export const readIntegrity = async (company: string): Promise<IntegrityReport> => {
  const row = await getRow<IntegrityRow>(integrityKey(company));
  if (!row || row.checkedAtMs === null) {
    return { checked_at: null, proven_since: null, ok: null, checks: [], findings: [] };
  }
  return {
    checked_at: toTimestamp(row.checkedAtMs),
    proven_since: row.provenSinceMs === undefined ? null : toTimestamp(row.provenSinceMs),
    ok: row.checks.every(({ faults }) => faults === 0),
    checks: row.checks.map(presentCheck),
    findings: row.findings.map(({ check, subject, message }) => ({ check, subject, message })),
  };
};
