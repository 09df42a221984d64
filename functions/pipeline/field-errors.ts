import type { Text } from '../platform/messages/message.ts';
import { validation } from '../platform/messages/validation.ts';
import { FAULTS_MAX, type FieldErrors } from '../platform/errors.ts';
import { issueMessage, type Issue } from '../platform/parse-issues.ts';

/**
 * The first fault of each of the first 20 fields, by its full path (`items.0.quantity`), and the number of further
 * fields with faults.
 */
interface ReportedFaults {
  fields: FieldErrors;
  unnamed: number;
}

/**
 * A body may have as many faults as bytes, so messages are made only for reported ones. Only the first fault of a field
 * is reported, because the others follow from it: an empty text is too short and has an invalid format.
 */
export const fieldErrorsOf = (issues: readonly Issue[]): ReportedFaults => {
  const fields = Object.create(null) as FieldErrors;
  const otherFields = new Set<string>();
  let reportedCount = 0;
  const add = (path: readonly PropertyKey[], messageOf: () => Text): void => {
    const name = path.map(String).join('.') || 'body';
    if (Object.hasOwn(fields, name)) return;
    if (reportedCount >= FAULTS_MAX) {
      otherFields.add(name);
      return;
    }
    fields[name] = [messageOf()];
    reportedCount++;
  };
  for (const issue of issues) {
    if (issue.code === 'unrecognized_keys') {
      for (const key of issue.keys) add([...issue.path, key], () => validation('field_unknown'));
    } else {
      add(issue.path, () => issueMessage(issue));
    }
  }
  return { fields, unnamed: otherFields.size };
};
