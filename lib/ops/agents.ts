import { parseArgs } from 'node:util';
import { maskCode } from '../../functions/domain/reporting/audit/rules.ts';
import { OpsError, type Command } from './command.ts';
import { requireCompany } from './named-company.ts';
import { pointAt, targetOptions, TARGET_USAGE } from './target.ts';

const DEFAULT_COUNT = 50;
const COUNT_MAX = 1000;

/** Lists changes by assistants through the agent server: time, key, tool, client, request id and subject. */
export const agents: Command = {
  name: 'agents',
  usage: `--company SLUG [--count N] ${TARGET_USAGE}`,
  summary: 'List changes that assistants made on behalf of a company, newest first',
  run: async (args) => {
    const options = { ...targetOptions, company: { type: 'string' }, count: { type: 'string' } } as const;
    const { values } = parseArgs({ args, options });
    if (!values.company) throw new OpsError(`Usage: npm run ops -- agents ${agents.usage}`);
    const count = Number(values.count ?? DEFAULT_COUNT);
    if (!Number.isInteger(count) || count < 1 || count > COUNT_MAX) {
      throw new OpsError(`--count must be a whole number from 1 to ${COUNT_MAX}.`);
    }
    await pointAt(values);
    const { listAgentRecords } = await import('../../functions/storage/agent-audit.ts');
    const records = await listAgentRecords(await requireCompany(values.company), count);
    for (const { atMs, keyId, tool, client, requestId, subject } of records) {
      const parts = [new Date(atMs).toISOString(), keyId, tool, client, requestId, subjectText(subject)];
      process.stdout.write(`${parts.join(' | ')}\n`);
    }
    process.stderr.write(`${records.length} change${records.length === 1 ? '' : 's'} by assistants\n`);
  },
};

/** Masks codes, because anyone with a full code can redeem it. */
const subjectText = (subject: Record<string, string>): string =>
  Object.entries(subject)
    .map(([name, value]) => `${name} ${name === 'code' ? maskCode(value) : value}`)
    .join(', ') || '-';
