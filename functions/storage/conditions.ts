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

/** The row exists, and its members have these values. It does not have members with the value undefined. */
export const membersAre = (members: Record<string, unknown>): Condition => {
  const entries = Object.entries(members).map(([name, value], at) => ({ name, value, at }));
  const present = entries.filter(({ value }) => value !== undefined);
  const parts = entries.map(({ value, at }) =>
    value === undefined ? `attribute_not_exists(#c${at})` : `#c${at} = :c${at}`,
  );
  return {
    expression: ['attribute_exists(pk)', ...parts].join(' AND '),
    names: Object.fromEntries(entries.map(({ name, at }) => [`#c${at}`, name])),
    ...(present.length > 0 ? { values: Object.fromEntries(present.map(({ value, at }) => [`:c${at}`, value])) } : {}),
  };
};

/** The row still has the version that was read. If it was not found, it must not exist. */
export const versionUnchanged = (seen: { version: number } | undefined): Condition =>
  seen === undefined ? ABSENT : membersAre({ version: seen.version });

/** The row exists, and a versioned object in it is the one that was read. */
export const memberUnchanged = (member: string, seen: { version: number } | undefined): Condition =>
  seen === undefined
    ? membersAre({ [member]: undefined })
    : {
        expression: '#member.#version = :version',
        names: { '#member': member, '#version': 'version' },
        values: { ':version': seen.version },
      };
