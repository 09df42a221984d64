import { randomUUID } from 'node:crypto';
import { withinCause, type RequestCause } from '../../functions/platform/cause.ts';

interface OperatorAction {
  company: string;
  /** Name of the command. */
  operation: string;
}

/** The actor of a command in the audit log of the company. */
const operatorCause = (action: OperatorAction): RequestCause => ({
  ...action,
  by: { system: 'operator' },
  requestId: randomUUID(),
  subject: {},
});

export const asOperator = <T>(action: OperatorAction, operate: () => Promise<T>): Promise<T> =>
  withinCause(operatorCause(action), operate);

/** Audits a command whose steps commit separately. */
export const auditAsOperator = async (action: OperatorAction, subject: Record<string, string>): Promise<void> => {
  // Imported late, after the environment is set.
  const { auditRow } = await import('../../functions/storage/audit.ts');
  const { putRow } = await import('../../functions/storage/table.ts');
  await putRow(auditRow({ ...operatorCause(action), subject }));
};
