/** Condition of a write. */
export interface Condition {
  expression: string;
  names?: Record<string, string>;
  values?: Record<string, unknown>;
}

/** The row must not exist. */
export const ABSENT: Condition = { expression: 'attribute_not_exists(pk)' };
/** The row must exist. */
export const PRESENT: Condition = { expression: 'attribute_exists(pk)' };

/** The row still has the version that was read. If it was not found, it must not exist. */
export const versionUnchanged = (seen: { version: number } | undefined): Condition =>
  seen === undefined
    ? ABSENT
    : { expression: '#version = :version', names: { '#version': 'version' }, values: { ':version': seen.version } };
