import * as z from 'zod/mini';

const UNHEARD = '__proto__';

const isObject = (input: unknown): input is Record<string, unknown> => typeof input === 'object' && input !== null;

/**
 * An object with validated names. A zod record silently drops the member `__proto__`; here it is rejected as an unknown
 * name.
 */
export const namedMembers = <T extends z.ZodMiniType>(value: T) =>
  z.pipe(
    z.transform((input: unknown, { issues }) => {
      if (isObject(input) && Object.hasOwn(input, UNHEARD))
        issues.push({ code: 'unrecognized_keys', keys: [UNHEARD], input });
      return input;
    }),
    z.record(z.string(), value),
  );
