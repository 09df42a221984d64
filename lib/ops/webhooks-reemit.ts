import { parseArgs } from 'node:util';
import { parseMoment } from '../../functions/platform/timestamps.ts';
import { OpsError, type Command } from './command.ts';
import { requireCompany } from './named-company.ts';
import { pointAt, targetOptions, TARGET_USAGE } from './target.ts';

const print = (line: string): boolean => process.stdout.write(`${line}\n`);

/**
 * Recreates events of orders that were lost between the order and the feed, and delivers events to endpoints that have
 * not received them.
 */
export const webhooksReemit: Command = {
  name: 'webhooks reemit',
  usage: `--company SLUG (--order ORDER | --since TIME [--until TIME]) ${TARGET_USAGE}`,
  summary: 'Create missing webhook events again, of an order or of the orders that changed in a time range',
  run: async (args) => {
    const options = {
      ...targetOptions,
      company: { type: 'string' },
      order: { type: 'string' },
      since: { type: 'string' },
      until: { type: 'string' },
    } as const;
    const { values } = parseArgs({ args, options });
    const { company, order: orderId } = values;
    if (!company || (orderId === undefined) === (values.since === undefined)) {
      throw new OpsError(`Usage: npm run ops -- webhooks reemit ${webhooksReemit.usage}`);
    }
    const range = {
      fromMs: momentOf('--since', values.since, 0),
      untilMs: momentOf('--until', values.until, Number.MAX_SAFE_INTEGER),
    };
    if (range.untilMs < range.fromMs) throw new OpsError('--until must not be before --since.');
    const target = await pointAt(values);
    await requireCompany(company);
    const { ordersChanged } = await import('../../functions/domain/checkout/orders/orders-changed.ts');
    const { findLatestOrder } = await import('../../functions/domain/checkout/orders/find-latest.ts');
    const { reEmitOrder } = await import('../../functions/domain/notifications/webhooks/re-emit.ts');
    let orders = 0;
    let events = 0;
    const reEmit = async (order: Parameters<typeof reEmitOrder>[0]): Promise<void> => {
      const { made, delivered, lost } = await reEmitOrder(order);
      orders++;
      events += made.length;
      if (made.length > 0) print(`${order.id} | created again: ${made.join(', ')}`);
      if (delivered.length > 0)
        print(`${order.id} | delivered to endpoints that had not received it: ${delivered.join(', ')}`);
      if (lost.length > 0) print(`${order.id} | missing, and cannot be created again: ${lost.join(', ')}`);
    };
    if (orderId === undefined) {
      for await (const order of ordersChanged(company, range)) await reEmit(order);
    } else {
      const order = await findLatestOrder({ company, id: orderId });
      if (!order) throw new OpsError(`${company} has no order ${orderId} in ${target}.`);
      await reEmit(order);
    }
    print(`${countText(events, 'event')} created again for ${countText(orders, 'order')} of ${company} in ${target}`);
  },
};

const countText = (count: number, word: string): string => `${count} ${word}${count === 1 ? '' : 's'}`;

const momentOf = (option: string, text: string | undefined, fallback: number): number => {
  if (text === undefined) return fallback;
  const atMs = parseMoment(text);
  if (atMs === undefined) {
    throw new OpsError(`${option} must be a time such as 2030-01-31T12:00:00Z.`);
  }
  return atMs;
};
