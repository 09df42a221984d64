import type { FieldErrors } from '../../../platform/errors.ts';
import { API_KEY_LABEL_MAX } from './schema.ts';

interface KeyInput {
  label: string;
  expiresInDays?: number | undefined;
}

/** Checks the trimmed label and the lifetime of a key that an operator or a user issues. */
export const checkKeyInput = ({ label, expiresInDays: days }: KeyInput, faults: FieldErrors): void => {
  if (label === '') faults['label'] = ['Give the key a label.'];
  if ([...label].length > API_KEY_LABEL_MAX) {
    faults['label'] = [`Give the key a label of at most ${API_KEY_LABEL_MAX} characters.`];
  }
  if (days !== undefined && !(Number.isInteger(days) && days >= 1 && days <= 365)) {
    faults['expires_in_days'] = ['A key lives 1 to 365 days, or for good.'];
  }
};
