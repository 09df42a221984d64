import { parseArgs } from 'node:util';
import type { IntegrityReport } from '../../functions/domain/reporting/reports/integrity.ts';
import { OpsError, type Command } from './command.ts';
import { selectCompanies } from './named-company.ts';
import { pointAt, targetOptions, TARGET_USAGE } from './target.ts';

/**
 * Prints the result of the latest check of the books and the times of it and of the last full check; with `--now`,
 * checks everything first.
 */
export const integrity: Command = {
  name: 'integrity',
  usage: `[--company SLUG] [--now] ${TARGET_USAGE}`,
  summary:
    'Report whether the books agree, and the age of the last full check; --now checks everything; exits with status 1 if books do not agree',
  run: async (args) => {
    const options = { ...targetOptions, company: { type: 'string' }, now: { type: 'boolean' } } as const;
    const { values } = parseArgs({ args, options });
    await pointAt(values, 'keys', 'payments');
    const { readIntegrity } = await import('../../functions/domain/reporting/reports/integrity.ts');
    const { checkCompany } = await import('../../functions/domain/reporting/reports/check-company.ts');
    const wrong: string[] = [];
    for (const company of await selectCompanies(values.company)) {
      if (values.now) await checkCompany(company, { whole: true });
      const report = await readIntegrity(company);
      for (const line of linesOf(company, report)) process.stdout.write(`${line}\n`);
      if (report.ok === false) wrong.push(company);
    }
    if (wrong.length > 0) throw new OpsError(`The books do not agree: ${wrong.join(', ')}.`);
  },
};

const linesOf = (company: string, { ok, checked_at, proven_since, checks, findings }: IntegrityReport): string[] => {
  if (ok === null) return [`${company}: not checked yet`];
  const verdict = ok ? 'the books agree' : 'the books do not agree';
  const proof = proven_since === null ? 'the first full check is not complete' : `last full check ${proven_since}`;
  return [
    `${company}: ${verdict}; checked at ${checked_at}, ${proof}`,
    ...checks.map(({ name, checked, faults }) => `  ${name}: ${checked} checked, ${faults} wrong`),
    ...findings.map(({ check, subject, message }) => `  ${check} ${subject}: ${message}`),
  ];
};
