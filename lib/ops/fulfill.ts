import { parseArgs } from 'node:util';
import type { OrderRow } from '../../functions/domain/checkout/orders/rows.ts';
import { OpsError, rejectFurther, type Command } from './command.ts';
import { pointAt, targetOptions, TARGET_USAGE } from './target.ts';

const print = (line: string): boolean => process.stdout.write(`${line}\n`);

/** Retries failed fulfillments; without an order or `--all`, lists them. */
export const fulfill: Command = {
  name: 'fulfill',
  usage: `[ORDER | --all] ${TARGET_USAGE}`,
  summary: 'List orders whose fulfillment or documents failed, or fulfill one or all of them again',
  run: async (args) => {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { ...targetOptions, all: { type: 'boolean', default: false } },
    });
    rejectFurther(fulfill, positionals, values.all ? 0 : 1);
    const target = await pointAt(values);
    const { failedOrders, retryFulfillment } =
      await import('../../functions/domain/fulfillment/issuing/retry-fulfillment.ts');
    const failed = await failedOrders();
    const [selector] = positionals;
    if (selector === undefined && !values.all) {
      for (const order of failed) print(asLine(order));
      print(`${failed.length} failed in ${target}`);
      return;
    }
    const chosen = values.all
      ? failed
      : failed.filter(({ id, reference }) => id === selector || reference === selector);
    if (values.all && failed.length === 0) print(`0 failed in ${target}`);
    else if (chosen.length === 0) throw new OpsError(`No failed fulfillment ${selector ?? ''} in ${target}.`);
    for (const order of chosen) {
      await retryFulfillment(order);
      print(`${order.id} is being fulfilled again`);
    }
  },
};

const asLine = (order: OrderRow): string =>
  [order.id, order.company, order.reference, order.fulfillment.error ?? order.redraw?.error ?? ''].join(' | ');
