/** What must hold for a write. */
export interface Condition {
  expression: string;
  names?: Record<string, string>;
  values?: Record<string, unknown>;
}

/** The row is not there yet. */
export const ABSENT: Condition = { expression: 'attribute_not_exists(pk)' };
export const PRESENT: Condition = { expression: 'attribute_exists(pk)' };

/** The row stands at the version at which it was read; without one there is none yet. */
export const versionUnchanged = (seen: { version: number } | undefined): Condition =>
  seen === undefined
    ? ABSENT
    : { expression: '#version = :version', names: { '#version': 'version' }, values: { ':version': seen.version } };
