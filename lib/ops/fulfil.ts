import { parseArgs } from 'node:util';
import type { OrderRow } from '../../functions/domain/orders/rows.ts';
import { OpsError, type Command } from './command.ts';
import { pointAt, targetOptions, TARGET_USAGE } from './target.ts';

const print = (line: string): boolean => process.stdout.write(`${line}\n`);

/** Takes up fulfilments that were given up; without an order it lists them. */
export const fulfil: Command = {
  name: 'fulfil',
  usage: `[ORDER | --all] ${TARGET_USAGE}`,
  summary: 'List paid orders whose fulfilment failed, or fulfil one or all of them again',
  run: async (args) => {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { ...targetOptions, all: { type: 'boolean', default: false } },
    });
    const target = await pointAt(values);
    const { failedOrders, retryFulfilment } = await import('../../functions/domain/orders/retry-fulfilment.ts');
    const failed = await failedOrders();
    const [wanted] = positionals;
    if (wanted === undefined && !values.all) {
      for (const order of failed) print(asLine(order));
      print(`${failed.length} failed in ${target}`);
      return;
    }
    const chosen = values.all ? failed : failed.filter(({ id, reference }) => id === wanted || reference === wanted);
    if (values.all && failed.length === 0) print(`0 failed in ${target}`);
    else if (chosen.length === 0) throw new OpsError(`No failed fulfilment ${wanted ?? ''} in ${target}.`);
    for (const order of chosen) {
      await retryFulfilment(order);
      print(`${order.id} is being fulfilled again`);
    }
  },
};

const asLine = (order: OrderRow): string =>
  [order.id, order.company, order.reference, order.fulfillment.error ?? ''].join(' | ');
