import { nowMs } from '../../../../platform/clock.ts';
import { invalidFields, type FieldErrors } from '../../../../platform/errors.ts';
import { putRow } from '../../../../storage/table.ts';
import { checkKeyInput } from '../check-input.ts';
import { operatorKeyCodec, operatorKeyKey } from './rows.ts';
import { newOperatorKey, parseOperatorKey } from './rules.ts';
import { DAY_MS } from '../../../../platform/durations.ts';

/**
 * Creates a key for the operator of the service. Only this response has the plain text. `expiresInDays`: 1 to 365;
 * absent: it does not expire. Throws 422 on `label` and `expires_in_days`.
 */
export const issueOperatorKey = async (input: {
  label: string;
  expiresInDays?: number | undefined;
}): Promise<{ key: string; keyId: string }> => {
  const label = input.label.trim();
  const days = input.expiresInDays;
  const faults: FieldErrors = {};
  checkKeyInput({ ...input, label }, faults);
  if (Object.keys(faults).length > 0) throw invalidFields(faults);
  const key = newOperatorKey();
  const presented = parseOperatorKey(key);
  if (!presented) throw new Error('The new key does not have the format of a key');
  const createdAtMs = nowMs();
  const row = operatorKeyCodec.write({
    ...operatorKeyKey(presented.keyId),
    ...presented,
    label,
    createdAtMs,
    ...(days === undefined ? {} : { expiresAtMs: createdAtMs + days * DAY_MS }),
  });
  await putRow(row);
  return { key, keyId: presented.keyId };
};
