import { assertCondition } from './conditions.ts';
import type { Condition, Operand } from './expression-syntax.ts';
import type { ExpressionScope } from './expressions.ts';
import { assertKeyValue } from './keys.ts';
import { invalid } from './table-error.ts';
import { compareTexts } from './values.ts';

/** The range that a query reads: a partition, and a range of its sort keys. */
export interface KeyRange {
  partition: string;
  isBefore: (sort: string) => boolean;
  isIn: (sort: string) => boolean;
}

interface KeyTerm {
  name: string;
  operator: string;
  values: string[];
}

const UNSUPPORTED = 'Query key condition not supported';
const ALL = { isBefore: () => false, isIn: () => true };

/** The range of a key condition on two key attributes. Throws `TableError` for any other condition. */
export const keyRangeOf = (
  condition: Condition | undefined,
  scope: ExpressionScope,
  [hash, range]: readonly [string, string],
): KeyRange => {
  if (!condition) {
    throw invalid('Either the KeyConditions or KeyConditionExpression parameter must be specified in the request.');
  }
  assertCondition('KeyConditionExpression', condition, scope);
  const terms = termsOf(condition).map((each) => termOf(each, scope));
  const ofHash = terms.find(({ name }) => name === hash);
  if (!ofHash) throw invalid(`Query condition missed key schema element: ${hash}`);
  const otherTerms = terms.filter((each) => each !== ofHash);
  if (ofHash.operator !== '=') throw invalid(UNSUPPORTED);
  if (otherTerms.length > 1) throw invalid('Conditions can be of length 1 or 2 only');
  const [ofRange] = otherTerms;
  if (ofRange && ofRange.name !== range) throw invalid(`Query condition missed key schema element: ${range}`);
  for (const value of ofHash.values) assertKeyValue(hash, { S: value });
  for (const value of ofRange?.values ?? []) assertKeyValue(range, { S: value });
  return { partition: ofHash.values[0] ?? '', ...(ofRange ? boundsOf(ofRange) : ALL) };
};

const termsOf = (condition: Condition): Condition[] => {
  if (condition.kind === 'and') return [...termsOf(condition.left), ...termsOf(condition.right)];
  if (condition.kind === 'compare' && condition.operator !== '<>') return [condition];
  if (condition.kind === 'between' || condition.kind === 'begins_with') return [condition];
  throw invalid('Invalid operator used in KeyConditionExpression');
};

const termOf = (condition: Condition, scope: ExpressionScope): KeyTerm => {
  const valueOf = (operand: Operand): string => {
    const value = operand.kind === 'value' ? scope.valueOf(operand.name) : undefined;
    if (!value) throw invalid(UNSUPPORTED);
    if (value.S !== undefined) return value.S;
    throw invalid('One or more parameter values were invalid: Condition parameter type does not match schema type');
  };
  const nameOf = (operand: Operand): string => {
    const [name] = operand.kind === 'path' && operand.path.length === 1 ? operand.path : [];
    if (typeof name !== 'string') throw invalid(UNSUPPORTED);
    return scope.nameOf(name);
  };
  switch (condition.kind) {
    case 'compare':
      return { name: nameOf(condition.left), operator: condition.operator, values: [valueOf(condition.right)] };
    case 'begins_with':
      return { name: nameOf(condition.left), operator: condition.kind, values: [valueOf(condition.right)] };
    case 'between':
      return {
        name: nameOf(condition.of),
        operator: condition.kind,
        values: [valueOf(condition.low), valueOf(condition.high)],
      };
    default:
      throw invalid(UNSUPPORTED);
  }
};

const boundsOf = ({ operator, values: [value = '', to = ''] }: KeyTerm): Omit<KeyRange, 'partition'> => {
  const order = (sort: string): number => compareTexts(sort, value);
  switch (operator) {
    case '=':
      return { isBefore: (sort) => order(sort) < 0, isIn: (sort) => sort === value };
    case '<':
      return { isBefore: () => false, isIn: (sort) => order(sort) < 0 };
    case '<=':
      return { isBefore: () => false, isIn: (sort) => order(sort) <= 0 };
    case '>':
      return { isBefore: (sort) => order(sort) <= 0, isIn: (sort) => order(sort) > 0 };
    case '>=':
      return { isBefore: (sort) => order(sort) < 0, isIn: (sort) => order(sort) >= 0 };
    case 'between':
      return { isBefore: (sort) => order(sort) < 0, isIn: (sort) => order(sort) >= 0 && compareTexts(sort, to) <= 0 };
    default:
      return { isBefore: (sort) => order(sort) < 0, isIn: (sort) => sort.startsWith(value) };
  }
};
