import { auditRow } from '../../../storage/audit.ts';
import { putRows } from '../../../storage/put-rows.ts';
import type { OperatorData } from './schema.ts';
import type { MovementCause } from './stock-movements.ts';

/** The cause of an import's changes. */
export const importCause = (): MovementCause => ({
  operation: 'import',
  by: { system: 'operator' },
  requestId: crypto.randomUUID(),
});

/**
 * Adds an entry to the audit log of each company in an imported file, unless no row changes. Returns whether it added
 * entries.
 */
export const auditImport = async (data: OperatorData, rows: number, cause: MovementCause): Promise<boolean> => {
  if (rows === 0) return false;
  const { companies, ...sections } = data;
  const entries = Object.values(sections).flat();
  const named = new Set([...companies.map(({ slug }) => slug), ...entries.flatMap(({ company }) => company ?? [])]);
  await putRows([...named].map((company) => auditRow({ ...cause, company, subject: { rows: String(rows) } })));
  return true;
};
