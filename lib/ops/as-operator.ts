import { randomUUID } from 'node:crypto';
import { withinCause, type RequestCause } from '../../functions/platform/cause.ts';

interface OperatorAction {
  company: string;
  /** Name of the command. */
  operation: string;
}

/** The actor of a command in the audit log of the company. */
const operatorCause = (done: OperatorAction): RequestCause => ({
  ...done,
  by: { system: 'operator' },
  requestId: randomUUID(),
  subject: {},
});

export const asOperator = <T>(done: OperatorAction, operate: () => Promise<T>): Promise<T> =>
  withinCause(operatorCause(done), operate);

/** Audits a command whose steps commit separately. */
export const auditAsOperator = async (done: OperatorAction, subject: Record<string, string>): Promise<void> => {
  // Imported late, after the environment is set.
  const { auditRow } = await import('../../functions/storage/audit.ts');
  const { putRow } = await import('../../functions/storage/table.ts');
  await putRow(auditRow({ ...operatorCause(done), subject }));
};
