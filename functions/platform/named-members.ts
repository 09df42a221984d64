import * as z from 'zod/mini';
import { isObject } from './is-object.ts';

const PROTOTYPE = '__proto__';

/**
 * An object with arbitrary names, whose values are validated. A zod record silently drops the member `__proto__`; here
 * it is rejected as an unknown name.
 */
export const namedMembers = <T extends z.ZodMiniType>(value: T) =>
  z.pipe(
    z.transform((input: unknown, { issues }) => {
      if (isObject(input) && Object.hasOwn(input, PROTOTYPE))
        issues.push({ code: 'unrecognized_keys', keys: [PROTOTYPE], input });
      return input;
    }),
    z.record(z.string(), value),
  );
