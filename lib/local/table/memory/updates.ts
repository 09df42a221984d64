import { addNumbers } from './decimal.ts';
import type { Action, Operand, Path } from './expression-syntax.ts';
import { valueAtPath, type ExpressionScope } from './expressions.ts';
import { setAtPath, removeAtPath } from './paths.ts';
import { invalid, invalidValue } from './table-error.ts';
import { kindOf, type Kind, type Row, type Value } from './values.ts';

const SETS = ['SS', 'NS', 'BS'] as const;
const WRONG_TYPE = 'An operand in the update expression has an incorrect data type';

/**
 * Rejects an update that is invalid for every row: two actions on overlapping paths, an action on a key, or an operand
 * of a type that its action does not accept. Throws `TableError`.
 */
export const assertUpdate = (actions: readonly Action[], scope: ExpressionScope, keys: readonly string[]): void => {
  const paths = actions.map(({ path }) =>
    path.map((segment) => (typeof segment === 'number' ? segment : scope.nameOf(segment))),
  );
  for (const [at, path] of paths.entries()) {
    const other = paths.find((each, index) => index > at && overlap(path, each));
    if (other) {
      throw invalid(
        'Invalid UpdateExpression: Two document paths overlap with each other; must remove or rewrite one of these paths; ' +
          `path one: [${path.join(', ')}], path two: [${other.join(', ')}]`,
      );
    }
  }
  for (const action of actions) {
    if (action.clause === 'REMOVE') continue;
    if (action.clause === 'SET') assertOperand(action.operand, scope);
    else {
      const kind = action.operand.kind === 'value' ? kindOf(scope.valueOf(action.operand.name)) : 'S';
      const allowed: readonly Kind[] = action.clause === 'ADD' ? ['N', ...SETS] : SETS;
      if (!allowed.includes(kind)) throw wrongOperand(action.clause, kind);
    }
  }
  const key = paths.find(([first]) => keys.includes(String(first)))?.[0];
  if (key !== undefined) throw invalidValue(`Cannot update attribute ${key}. This attribute is part of the key`);
};

const overlap = (one: Path, other: Path): boolean => {
  const length = Math.min(one.length, other.length);
  const at = one.slice(0, length).findIndex((segment, index) => segment !== other[index]);
  // A list and a map at the same place conflict as well.
  return at < 0 || typeof one[at] !== typeof other[at];
};

const wrongOperand = (operator: string, kind: Kind) =>
  invalid(
    `Invalid UpdateExpression: Incorrect operand type for operator or function; operator or function: ${operator}, operand type: ${kind}`,
  );

const assertOperand = (operand: Operand, scope: ExpressionScope): void => {
  if (operand.kind === 'if_not_exists') return assertOperand(operand.fallback, scope);
  if (operand.kind !== 'sum' && operand.kind !== 'list_append') return;
  const [expected, name] =
    operand.kind === 'sum' ? (['N', operand.sign > 0 ? '+' : '-'] as const) : (['L', operand.kind] as const);
  for (const part of [operand.left, operand.right]) {
    const kind = part.kind === 'value' ? kindOf(scope.valueOf(part.name)) : expected;
    if (kind !== expected) throw wrongOperand(name, kind);
    assertOperand(part, scope);
  }
};

/** The row after an update; operands have their values from before it. Throws `TableError`. */
export const applyUpdate = (actions: readonly Action[], before: Row, scope: ExpressionScope): Row => {
  let after = before;
  const resolved = (path: Path): Path =>
    path.map((segment) => (typeof segment === 'number' ? segment : scope.nameOf(segment)));
  for (const action of actions) {
    if (action.clause === 'SET')
      after = setAtPath(after, resolved(action.path), setValue(action.operand, before, scope));
    if (action.clause === 'ADD' || action.clause === 'DELETE') {
      const path = resolved(action.path);
      const operand = setValue(action.operand, before, scope);
      const stored = valueAtPath(before, action.path, scope);
      const value = action.clause === 'ADD' ? addValue(stored, operand) : removeElements(stored, operand);
      if (value) after = setAtPath(after, path, value);
      else if (stored) after = removeAtPath(after, path);
    }
  }
  // Removes later elements of a list first, so that the indexes of the others remain valid.
  const removed = actions.flatMap(({ clause, path }) => (clause === 'REMOVE' ? [resolved(path)] : []));
  const lastIndex = (path: Path): number => (typeof path.at(-1) === 'number' ? Number(path.at(-1)) : 0);
  for (const path of removed.toSorted((one, other) => lastIndex(other) - lastIndex(one)))
    after = removeAtPath(after, path);
  return after;
};

const setValue = (operand: Operand, before: Row, scope: ExpressionScope): Value => {
  switch (operand.kind) {
    case 'value':
      return scope.valueOf(operand.name);
    case 'if_not_exists':
      return valueAtPath(before, operand.path, scope) ?? setValue(operand.fallback, before, scope);
    case 'list_append': {
      const [left, right] = [setValue(operand.left, before, scope), setValue(operand.right, before, scope)];
      if (!left.L || !right.L) throw invalid(WRONG_TYPE);
      return { L: [...left.L, ...right.L] };
    }
    case 'sum': {
      const [left, right] = [setValue(operand.left, before, scope), setValue(operand.right, before, scope)];
      if (left.N === undefined || right.N === undefined) throw invalid(WRONG_TYPE);
      return { N: addNumbers(left.N, right.N, operand.sign) };
    }
    default: {
      const value = valueAtPath(before, operand.path, scope);
      if (value) return value;
      throw invalid('The provided expression refers to an attribute that does not exist in the item');
    }
  }
};

/** The sum of two numbers, or the union of two sets. */
const addValue = (stored: Value | undefined, by: Value): Value => {
  if (!stored) return by;
  if (stored.N !== undefined && by.N !== undefined) return { N: addNumbers(stored.N, by.N) };
  for (const kind of SETS) {
    const [elements, more] = [stored[kind], by[kind]];
    if (elements && more) return { [kind]: [...new Set([...elements, ...more])] };
  }
  throw invalid(WRONG_TYPE);
};

/** A set without the elements of another set; undefined if it would be empty. */
const removeElements = (stored: Value | undefined, operand: Value): Value | undefined => {
  if (!stored) return undefined;
  for (const kind of SETS) {
    const [elements, less] = [stored[kind], operand[kind]];
    if (!elements || !less) continue;
    const remaining = elements.filter((element) => !less.includes(element));
    return remaining.length > 0 ? { [kind]: remaining } : undefined;
  }
  throw invalid(WRONG_TYPE);
};
