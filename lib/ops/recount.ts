import { parseArgs } from 'node:util';
import { OpsError, type Command } from './command.ts';
import { selectCompanies } from './named-company.ts';
import { pointAt, targetOptions, TARGET_USAGE } from './target.ts';

const DEFAULT_PAUSE_MS = 50;

/** Recounts the figures of reports from items, ledgers and orders. Run it again after an interruption. */
export const recount: Command = {
  name: 'recount',
  usage: `[--company SLUG] [--pause MS] ${TARGET_USAGE}`,
  summary: 'Count the figures of reports again; continues where an earlier run ended',
  run: async (args) => {
    const options = { ...targetOptions, company: { type: 'string' }, pause: { type: 'string' } } as const;
    const { values } = parseArgs({ args, options });
    const pauseMs = values.pause === undefined ? DEFAULT_PAUSE_MS : Number(values.pause);
    if (!Number.isSafeInteger(pauseMs) || pauseMs < 0) throw new OpsError('--pause must be a number of milliseconds.');
    await pointAt(values);
    const { recountBook } = await import('../../functions/domain/reporting/book/recount.ts');
    const { loadReportCompany } = await import('../../functions/domain/reporting/reports/report-company.ts');
    for (const company of await selectCompanies(values.company)) {
      const { time_zone: zone } = await loadReportCompany(company);
      const { written, removed } = await recountBook(company, zone, { pauseMs });
      process.stdout.write(`${company}: counted again, ${written} entries written, ${removed} removed\n`);
    }
  },
};
