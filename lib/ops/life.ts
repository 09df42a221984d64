import { parseArgs } from 'node:util';
import type { Command } from './command.ts';

/** Prints the state machine of an order, from the transition table. */
export const life: Command = {
  name: 'life',
  usage: '',
  summary: 'Print the states of an order, and what each event does in each',
  run: async (args) => {
    parseArgs({ args, options: {} });
    const { lifeOfAnOrder } = await import('../../functions/domain/checkout/orders/life.ts');
    process.stdout.write(lifeOfAnOrder());
  },
};
