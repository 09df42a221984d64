import { randomUUID } from 'node:crypto';
import { withinCause, type RequestCause } from '../../functions/platform/cause.ts';

interface Done {
  company: string;
  /** Name of the command. */
  operation: string;
}

/** Who does what a command does, as the audit log of the company tells it. */
export const operatorCause = (done: Done): RequestCause => ({
  ...done,
  by: { system: 'operator' },
  requestId: randomUUID(),
  subject: {},
});

export const asOperator = <T>(done: Done, operate: () => Promise<T>): Promise<T> =>
  withinCause(operatorCause(done), operate);
