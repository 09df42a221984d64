import { parseArgs } from 'node:util';
import { auditAsOperator } from './as-operator.ts';
import { OpsError, type Command } from './command.ts';
import { pointAt, targetOptions, TARGET_USAGE } from './target.ts';

const switchCommand = (name: string, summary: string, onSale: boolean): Command => {
  const usage = `OPTION [--company SLUG] ${TARGET_USAGE}`;
  return {
    name,
    usage,
    summary,
    run: async (args) => {
      const options = { ...targetOptions, company: { type: 'string' } } as const;
      const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
      const [option, ...more] = positionals;
      if (option === undefined || more.length > 0) throw new OpsError(`Usage: npm run ops -- ${name} ${usage}`);
      await pointAt(values);
      const { switchOnSale } = await import('../../functions/domain/administration/operator-data/apply-on-sale.ts');
      const switched = await switchOnSale(option, { company: values.company, onSale });
      if ('fault' in switched) throw new OpsError(switched.fault);
      const { company, changed } = switched;
      if (changed) await auditAsOperator({ company, operation: name.replace(' ', '-') }, { option });
      const state = onSale ? 'distributed over several rows' : 'in one counter';
      process.stdout.write(`The stock of ${option} of ${company} is ${changed ? 'now ' : ''}${state}.\n`);
    },
  };
};

/** Run before an on-sale. */
export const stockSpread = switchCommand(
  'stock spread',
  'Distribute the stock of an option over several rows before an on-sale; sales continue',
  true,
);

/** Run after an on-sale. */
export const stockGather = switchCommand('stock gather', 'Collect the stock of an option in one counter again', false);
