import * as z from 'zod/mini';
import { PARSING } from '../../../platform/parse-issues.ts';
import { checkOperatorData } from './check.ts';
import { OperatorDataError, shapeFaults } from './faults.ts';
import { operatorDataSchema, type OperatorData } from './schema.ts';
import { loadStored, type StoredData } from './stored.ts';
import { textFaults } from './text-faults.ts';

/** Valid data, with the stored data that it refers to. */
interface CheckedData {
  data: OperatorData;
  stored: StoredData;
}

/**
 * Checks the entry of a request as an import of a file with only this entry would. Throws `OperatorDataError` with
 * every fault.
 */
export const checkedData = async (json: object): Promise<CheckedData> => {
  const faults = textFaults(json);
  const shape = z.safeParse(operatorDataSchema, json, PARSING);
  if (!shape.success) throw new OperatorDataError([...faults, ...shapeFaults(shape.error.issues)]);
  if (faults.length > 0) throw new OperatorDataError(faults);
  const stored = await loadStored(shape.data);
  const wrong = checkOperatorData(shape.data, stored.known);
  if (wrong.length > 0) throw new OperatorDataError(wrong);
  return { data: shape.data, stored };
};
