import { skippingSilentGateways } from '../adapters/payments/silent-gateways.ts';
import type { AlarmName } from '../platform/alarm-name.ts';
import { packRegister } from '../domain/value/items/ledger/pack-register.ts';
import { checkCompany, proofAgeMs } from '../domain/reporting/reports/check-company.ts';
import type { IntegrityRow } from '../domain/reporting/reports/rows.ts';
import { companyKey, type CompanyRow } from '../domain/company/companies/rows.ts';
import { closePostings } from '../domain/reporting/postings/close.ts';
import { issueStatements } from '../domain/reporting/postings/issue-statements.ts';
import { measure } from '../platform/measures.ts';
import { log } from '../platform/log.ts';
import { withRunRecord } from '../domain/reporting/status/runs.ts';
import { withFailureLog } from '../platform/failure-log.ts';
import { nowMs } from '../platform/clock.ts';
import { dueMoment } from '../storage/due.ts';
import { dueInAllShards } from '../storage/due-rows.ts';
import { getRow, type Row } from '../storage/table.ts';
import { DAY_MS } from '../platform/durations.ts';

/** Maximum number of companies per shard in one run. */
const COMPANIES_MAX = 5000;
/** Well within the function's time limit. Companies that were not reached come first in the next run, an hour later. */
const TIME_BUDGET_MS = 600_000;
/** The check of a company with large books continues in the next run, so that other companies are not delayed. */
const COMPANY_BUDGET_MS = 240_000;
/** A requested run checks every company, regardless of its last check. */
const WHENEVER_MS = 9_999_999_999_999;
/** A company waits longer only if there are too many companies for the hourly runs of a day. */
const OVERDUE_MS = 2 * DAY_MS;

interface CheckEvent {
  /** Empty in the schedule's event. */
  detail?: { asked?: boolean };
}

/**
 * Nightly work per company: checks the books of companies whose day has ended, and starts with those that have waited
 * longest.
 */
export const handler = withFailureLog(
  withRunRecord('integrity-check', (event: CheckEvent) => skippingSilentGateways(() => checkAll(event))),
);

const checkAll = async ({ detail }: CheckEvent): Promise<{ checked: number }> => {
  const startedAt = performance.now();
  const rows = await dueInAllShards('integrity-check', detail?.asked ? WHENEVER_MS : nowMs(), COMPANIES_MAX);
  const ages: number[] = [];
  let checked = 0;
  for (const row of rows) {
    const leftMs = startedAt + TIME_BUDGET_MS - performance.now();
    if (leftMs <= 0) {
      logWaiting(row, rows.length - checked);
      break;
    }
    checked++;
    const { company } = (await getRow<IntegrityRow>(row)) ?? {};
    if (company === undefined) continue;
    const stopAt = performance.now() + Math.min(leftMs, COMPANY_BUDGET_MS);
    const proof = await checkQuietly(company, row, stopAt);
    if (proof) ages.push(Math.ceil(proofAgeMs(proof) / 1000));
    if (proof && !detail?.asked) await packQuietly(company, stopAt);
    // A fault that ends the check must not keep the books open.
    await postQuietly(company, stopAt);
  }
  if (ages.length > 0) measure({ SecondsSinceProof: [Math.max(...ages)] });
  log.info('Books checked', { companies: checked });
  return { checked };
};

/** Logs a failed check instead of throwing, so that the other companies are still checked. */
const checkQuietly = async (company: string, due: Row, stopAt: number): Promise<IntegrityRow | undefined> => {
  try {
    return await checkCompany(company, { stopAt });
  } catch (error) {
    const details = { company, cause: error, ...ifOverdue(due) };
    log.error('The books of a company could not be checked', details);
    return undefined;
  }
};

/** Packs the register for reports and logs a failure. */
const packQuietly = async (company: string, stopAt: number): Promise<void> => {
  try {
    await packRegister(company, { stopAt });
  } catch (error) {
    log.error('The register of a company could not be packed', { company, cause: error });
  }
};

/** Posts past days, issues the statements of past months, and logs a failure. */
const postQuietly = async (slug: string, stopAt: number): Promise<void> => {
  try {
    const company = await getRow<CompanyRow>(companyKey(slug));
    if (!company) return;
    if (await closePostings({ company: slug, zone: company.time_zone }, stopAt)) await issueStatements(company);
  } catch (error) {
    log.error('The postings of a company could not be closed', { company: slug, cause: error });
  }
};

const logWaiting = (first: Row, companies: number): void => {
  log.warn('Companies wait for their books to be checked', { companies, ...ifOverdue(first) });
};

const ifOverdue = (due: Row): { alarm?: AlarmName } =>
  nowMs() - dueMoment(due) > OVERDUE_MS ? { alarm: 'integrity_overdue' } : {};
