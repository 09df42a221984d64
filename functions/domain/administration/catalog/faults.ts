import { invalidFields, type ApiError, type FieldErrors } from '../../../platform/errors.ts';
import { OperatorDataError, type Fault } from '../operator-data/faults.ts';

/** The steps of a JSON path: `$.events[0].options[1].id` is `events`, `0`, `options`, `1`, `id`. */
const stepsOf = (path: string): string[] =>
  [...path.matchAll(/\.([A-Za-z_$][\w$]*)|\[(\d+)\]|\[("(?:[^"\\]|\\.)*")\]/g)].map(
    ([, name, index, quoted]) => name ?? index ?? (JSON.parse(quoted ?? '""') as string),
  );

/** How paths of operator data become paths of a request. */
interface FieldPaths {
  /** Number of segments to remove from each path. */
  depth: number;
  /** Positions of the product's options in the request. */
  places?: readonly (number | undefined)[];
}

/** Plans a change. Throws faults of operator data as a 422 error. */
export const withFieldFaults = async <T>(paths: FieldPaths, plan: () => Promise<T>): Promise<T> => {
  try {
    return await plan();
  } catch (error) {
    throw error instanceof OperatorDataError ? refusalFor(error.faults, paths) : error;
  }
};

/** A 422 error with faults of operator data, by their paths in the request. */
export const refusalFor = (faults: readonly Fault[], { depth, places }: FieldPaths): ApiError => {
  const fields = Object.create(null) as FieldErrors;
  for (const { path, message } of faults) {
    const [first, index, ...rest] = stepsOf(path).slice(depth);
    const place = first === 'options' && index !== undefined && places ? places[Number(index)] : index;
    const steps = [first, place, ...(place === undefined ? [] : rest)].filter((step) => step !== undefined);
    (fields[steps.join('.') || 'body'] ??= []).push(message);
  }
  return invalidFields(fields);
};
