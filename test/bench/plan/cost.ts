import { PRICES } from '../cost/prices.ts';
import { SALE, type Step } from './inputs.ts';

/** Every step of one sale. */
export const stepsOf = (step: Step = SALE): Step[] => [step, ...(step.next ?? []).flatMap(stepsOf)];

const MILLION = 1_000_000;

/** Dollars of N sales at list prices, by part; omits queues, objects and email content, whose costs are small. */
export const dollarsOfSales = (sales: number): Record<string, number> => {
  const steps = stepsOf();
  const sum = (of: (step: Step) => number): number => sales * steps.reduce((total, step) => total + of(step), 0);
  const { table, functions, gateway, mail } = PRICES;
  return {
    table:
      (sum((step) => step.writeUnits) * table.perMillionWriteUnits +
        sum((step) => step.readUnits) * table.perMillionReadUnits) /
      MILLION,
    functions:
      (sum(() => 1) * functions.perMillionRequests) / MILLION + sum((step) => step.gbSeconds) * functions.perGbSecond,
    gateway: (sum((step) => (step.isRequest ? 1 : 0)) * gateway.perMillionRequests) / MILLION,
    mail: (sum((step) => step.mails ?? 0) * mail.perThousand) / 1000,
  };
};
