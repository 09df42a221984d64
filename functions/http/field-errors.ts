import { FAULTS_MAX, type FieldErrors } from '../platform/errors.ts';
import { issueMessage, type Issue } from '../platform/parse-issues.ts';

/** The first faults of a body under their full paths (`items.0.quantity`), and how many more there are. */
export interface Faults {
  fields: FieldErrors;
  unnamed: number;
}

/**
 * A body may have as many faults as it has bytes: only those that are told are put into words. Of one field the first is told,
 * the others follow from it: an empty text is too short and has a wrong form.
 */
export const faultsOf = (issues: readonly Issue[]): Faults => {
  // Without a prototype: a member named `toString` or `__proto__` is a name like any other.
  const fields = Object.create(null) as FieldErrors;
  let told = 0;
  let unnamed = 0;
  const add = (path: PropertyKey[], message: string): void => {
    const name = path.map(String).join('.') || 'body';
    if (Object.hasOwn(fields, name)) return;
    fields[name] = [message];
    told++;
  };
  for (const issue of issues) {
    if (issue.code === 'unrecognized_keys') {
      const keys = issue.keys.slice(0, Math.max(0, FAULTS_MAX - told));
      for (const key of keys) add([...issue.path, key], 'This field is not known here.');
      unnamed += issue.keys.length - keys.length;
    } else if (told < FAULTS_MAX) {
      add(issue.path, issueMessage(issue));
    } else {
      unnamed++;
    }
  }
  return { fields, unnamed };
};
