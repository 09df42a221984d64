import type { Comparison, Condition, Operand } from './expression-syntax.ts';
import { operandsOf, valueAtPath, type ExpressionScope } from './expressions.ts';
import { invalid, type TableError } from './table-error.ts';
import { bytesOfValue, compareValues, isEqualValue, kindOf, type Kind, type Row, type Value } from './values.ts';

const ORDERED: ReadonlySet<Kind> = new Set(['S', 'N', 'B']);
const PREFIXED: ReadonlySet<Kind> = new Set(['S', 'B']);
const KINDS: ReadonlySet<string> = new Set(['S', 'N', 'B', 'BOOL', 'NULL', 'L', 'M', 'SS', 'NS', 'BS']);

/**
 * Rejects a condition that can never be evaluated: values of types without an order, a range that ends before it
 * begins, an operand compared with itself. `parameter` is the name of the expression in errors. Throws `TableError`.
 */
export const assertCondition = (parameter: string, condition: Condition, scope: ExpressionScope): void => {
  const faulty = (reason: string): TableError => invalid(`Invalid ${parameter}: ${reason}`);
  const assertKinds = (name: string, operands: readonly Operand[], kinds: ReadonlySet<Kind>): void => {
    for (const operand of operands) {
      const kind = operand.kind === 'size' ? 'N' : operand.kind === 'value' ? kindOf(scope.valueOf(operand.name)) : 'S';
      if (operand.kind !== 'path' && !kinds.has(kind)) {
        throw faulty(
          `Incorrect operand type for operator or function; operator or function: ${name}, operand type: ${kind}`,
        );
      }
    }
  };
  const [first, ...others] = operandsOf(condition);
  if (first?.kind === 'path' && others.some((other) => JSON.stringify(other) === JSON.stringify(first))) {
    throw faulty(
      'The first operand must be distinct from the remaining operands for this operator or function; ' +
        `operator: ${condition.kind === 'compare' ? condition.operator : condition.kind}, first operand: [${first.path.join(', ')}]`,
    );
  }
  switch (condition.kind) {
    case 'and':
    case 'or':
      assertCondition(parameter, condition.left, scope);
      return assertCondition(parameter, condition.right, scope);
    case 'not':
      return assertCondition(parameter, condition.of, scope);
    case 'compare':
      if (condition.operator !== '=' && condition.operator !== '<>') {
        assertKinds(condition.operator, [condition.left, condition.right], ORDERED);
      }
      return;
    case 'between':
      assertKinds('BETWEEN', [condition.of, condition.low, condition.high], ORDERED);
      return assertBounds(condition.low, condition.high, scope, faulty);
    case 'begins_with':
      return assertKinds('begins_with', [condition.left, condition.right], PREFIXED);
    case 'attribute_type': {
      assertKinds('attribute_type', [condition.right], new Set(['S']));
      const typeName = condition.right.kind === 'value' ? scope.valueOf(condition.right.name).S : undefined;
      if (typeName === undefined || !KINDS.has(typeName))
        throw faulty(`Invalid attribute type name found; type: ${typeName}`);
      return;
    }
    default:
  }
};

const assertBounds = (
  low: Operand,
  high: Operand,
  scope: ExpressionScope,
  faulty: (reason: string) => TableError,
): void => {
  if (low.kind !== 'value' || high.kind !== 'value') return;
  const order = compareValues(scope.valueOf(low.name), scope.valueOf(high.name));
  if (order === undefined) {
    throw faulty('The BETWEEN operator requires same data type for lower and upper bounds');
  }
  if (order > 0) {
    throw faulty('The BETWEEN operator requires upper bound to be greater than or equal to lower bound');
  }
};

/** Whether a condition is true for a row. `row` is undefined if there is no row with the key. */
export const isTrue = (condition: Condition, row: Row | undefined, scope: ExpressionScope): boolean => {
  switch (condition.kind) {
    case 'and':
      return isTrue(condition.left, row, scope) && isTrue(condition.right, row, scope);
    case 'or':
      return isTrue(condition.left, row, scope) || isTrue(condition.right, row, scope);
    case 'not':
      return !isTrue(condition.of, row, scope);
    case 'attribute_exists':
      return valueAtPath(row, condition.path, scope) !== undefined;
    case 'attribute_not_exists':
      return valueAtPath(row, condition.path, scope) === undefined;
    default:
  }
  const [left, right, last] = operandsOf(condition).map((operand) => valueOf(operand, row, scope));
  switch (condition.kind) {
    case 'compare':
      return isComparison(left, condition.operator, right);
    case 'between':
      return isComparison(left, '>=', right) && isComparison(left, '<=', last);
    case 'in':
      return condition.options.some((option) => isComparison(left, '=', valueOf(option, row, scope)));
    case 'attribute_type':
      return left !== undefined && kindOf(left) === right?.S;
    case 'begins_with':
      return left !== undefined && right !== undefined && beginsWith(left, right);
    default:
      return left !== undefined && right !== undefined && contains(left, right);
  }
};

const valueOf = (operand: Operand, row: Row | undefined, scope: ExpressionScope): Value | undefined => {
  if (operand.kind === 'value') return scope.valueOf(operand.name);
  if (operand.kind === 'path') return valueAtPath(row, operand.path, scope);
  return operand.kind === 'size' ? sizeOf(valueAtPath(row, operand.path, scope)) : undefined;
};

/** Characters of a string, bytes of a binary value, number of elements of a set, list or map. */
const sizeOf = (value: Value | undefined): Value | undefined => {
  if (!value) return undefined;
  const kind = kindOf(value);
  switch (kind) {
    case 'S':
      return { N: String([...(value.S ?? '')].length) };
    case 'B':
      return { N: String(bytesOfValue(value)) };
    case 'M':
      return { N: String(Object.keys(value.M ?? {}).length) };
    case 'N':
    case 'BOOL':
    case 'NULL':
      return undefined;
    default:
      return { N: String(value[kind]?.length ?? 0) };
  }
};

const isComparison = (left: Value | undefined, operator: Comparison, right: Value | undefined): boolean => {
  const isEqual = left !== undefined && right !== undefined && isEqualValue(left, right);
  if (operator === '=') return isEqual;
  if (operator === '<>') return !isEqual;
  const order = left && right && compareValues(left, right);
  if (order === undefined) return false;
  if (operator === '<') return order < 0;
  if (operator === '<=') return order <= 0;
  return operator === '>' ? order > 0 : order >= 0;
};

const bytesOf = (base64: string): Buffer => Buffer.from(base64, 'base64');

const beginsWith = (value: Value, prefix: Value): boolean => {
  if (value.S !== undefined && prefix.S !== undefined) return value.S.startsWith(prefix.S);
  if (value.B === undefined || prefix.B === undefined) return false;
  const expected = bytesOf(prefix.B);
  return bytesOf(value.B).subarray(0, expected.length).equals(expected);
};

const contains = (value: Value, part: Value): boolean => {
  if (value.S !== undefined) return part.S !== undefined && value.S.includes(part.S);
  if (value.B !== undefined) return part.B !== undefined && bytesOf(value.B).includes(bytesOf(part.B));
  if (value.L) return value.L.some((element) => isEqualValue(element, part));
  const element = part.S ?? part.N ?? part.B;
  const elements = part.S !== undefined ? value.SS : part.N !== undefined ? value.NS : value.BS;
  return element !== undefined && (elements?.includes(element) ?? false);
};
