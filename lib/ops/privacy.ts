import { parseArgs } from 'node:util';
import { auditAsOperator } from './as-operator.ts';
import { OpsError, type Command } from './command.ts';
import { pointAt, targetOptions, TARGET_USAGE } from './target.ts';

const USAGE = `--email ADDRESS --company SLUG ${TARGET_USAGE}`;

interface Person {
  email: string;
  company: string;
  target: string;
}

const personOf = async (name: string, args: string[]): Promise<Person> => {
  const options = { ...targetOptions, email: { type: 'string' }, company: { type: 'string' } } as const;
  const { values } = parseArgs({ args, options });
  const { email, company } = values;
  if (!company || !email || !email.includes('@')) throw new OpsError(`Usage: npm run ops -- privacy ${name} ${USAGE}`);
  const target = await pointAt(values, 'keys', 'objects:delete');
  const { getRow } = await import('../../functions/storage/table.ts');
  const { companyKey } = await import('../../functions/domain/company/companies/rows.ts');
  if (!(await getRow(companyKey(company)))) throw new OpsError(`There is no company ${company} in ${target}.`);
  return { email: email.trim(), company, target };
};

/** Prints all data of a company about a person as one JSON object. */
export const privacyExport: Command = {
  name: 'privacy export',
  usage: USAGE,
  summary: 'Print the data that a company keeps about a person, as JSON',
  run: async (args) => {
    const { company, email } = await personOf('export', args);
    const { exportPerson } = await import('../../functions/domain/reporting/privacy/export.ts');
    process.stdout.write(`${JSON.stringify(await exportPerson(company, email), null, 2)}\n`);
  },
};

/** Audits the erasure without naming the person. */
const auditErasure = (company: string, counts: Record<string, number>): Promise<void> =>
  auditAsOperator(
    { company, operation: 'privacy-erase' },
    Object.fromEntries(Object.entries(counts).map(([name, count]) => [name, String(count)])),
  );

/** Erases a person from all data of a company; amounts and ledgers are kept. */
export const privacyErase: Command = {
  name: 'privacy erase',
  usage: USAGE,
  summary: 'Erase name, addresses and messages of a person from everything that a company keeps; amounts stay',
  run: async (args) => {
    const { company, email, target } = await personOf('erase', args);
    const { erasePerson } = await import('../../functions/domain/reporting/privacy/erase.ts');
    const done = await erasePerson(company, email);
    if ('underWay' in done) {
      throw new OpsError(
        ...done.underWay.map((id) => `${id} waits for its payment or delivery.`),
        'Nothing was erased. Fulfill, post or cancel these orders first, or let them expire.',
      );
    }
    const { orders, items, subscriptions, resends, traces, left } = done;
    await auditErasure(company, { orders, items });
    const counts = Object.entries({ orders, items, subscriptions, resends, traces }).map(
      ([name, count]) => `${name} ${count}`,
    );
    process.stdout.write(`Erased in ${target}: ${counts.join(', ')}\n`);
    if (orders + items > 0) {
      process.stdout.write(
        'Client references of partners and notes of redemptions stay as they were written: check whether they name the person.\n',
      );
    }
    if (left.length > 0)
      process.stdout.write(`The email address is also in rows that were not changed: ${left.join(', ')}\n`);
  },
};
