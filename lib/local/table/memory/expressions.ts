import { ExpressionReader } from './expression-reader.ts';
import type { Action, Condition, ExpressionName, Operand, ParsedExpression, Path } from './expression-syntax.ts';
import { parseCondition } from './parse-condition.ts';
import { parseUpdate } from './parse-update.ts';
import { invalid } from './table-error.ts';
import { attributeOf, normalizeRow, type Row, type Value } from './values.ts';

/** The expressions of one request, or of one member of a transaction, with their placeholders. */
export interface ExpressionInput {
  ConditionExpression?: string;
  FilterExpression?: string;
  KeyConditionExpression?: string;
  ProjectionExpression?: string;
  UpdateExpression?: string;
  ExpressionAttributeNames?: Readonly<Record<string, string>>;
  ExpressionAttributeValues?: Row;
}

/** Parsed expressions, and the meaning of their placeholders. */
export interface ExpressionScope {
  condition: Condition | undefined;
  filter: Condition | undefined;
  keys: Condition | undefined;
  projection: readonly Path[] | undefined;
  update: readonly Action[] | undefined;
  nameOf: (segment: string) => string;
  valueOf: (placeholder: string) => Value;
}

/**
 * Maximum number of cached expressions. The service has a few hundred; the bound limits memory if requests build
 * expressions dynamically.
 */
const CACHE_MAX = 5_000;
const cache = new Map<string, ParsedExpression<unknown>>();

const parseOnce = <Tree>(
  parameter: ExpressionName,
  text: string | undefined,
  valueAtPath: (reader: ExpressionReader) => Tree,
): ParsedExpression<Tree> | undefined => {
  if (text === undefined) return undefined;
  const cacheKey = `${parameter} ${text}`;
  const known = cache.get(cacheKey) as ParsedExpression<Tree> | undefined;
  if (known) return known;
  const reader = new ExpressionReader(parameter, text);
  const tree = valueAtPath(reader);
  reader.expectEnd();
  const expression = { parameter, tree, names: reader.names, values: reader.values };
  if (cache.size >= CACHE_MAX) cache.clear();
  cache.set(cacheKey, expression);
  return expression;
};

const readProjection = (reader: ExpressionReader): Path[] => {
  const paths: Path[] = [];
  do paths.push(reader.path());
  while (reader.take(','));
  return paths;
};

/** Most requests have neither expressions nor placeholders. */
const NO_EXPRESSIONS: ExpressionScope = {
  condition: undefined,
  filter: undefined,
  keys: undefined,
  projection: undefined,
  update: undefined,
  nameOf: (segment) => segment,
  valueOf: () => ({}),
};

/**
 * Parses the expressions of a request. Throws `TableError` for an invalid one, or for a placeholder that is undefined
 * or unused.
 */
export const scopeOf = (input: ExpressionInput): ExpressionScope => {
  const { ExpressionAttributeNames: names, ExpressionAttributeValues: values } = input;
  const condition = parseOnce('ConditionExpression', input.ConditionExpression, parseCondition);
  const filter = parseOnce('FilterExpression', input.FilterExpression, parseCondition);
  const keys = parseOnce('KeyConditionExpression', input.KeyConditionExpression, parseCondition);
  const projection = parseOnce('ProjectionExpression', input.ProjectionExpression, readProjection);
  const update = parseOnce('UpdateExpression', input.UpdateExpression, parseUpdate);
  const all = [condition, filter, keys, projection, update].filter((expression) => expression !== undefined);
  if (all.length === 0 && !names && !values) return NO_EXPRESSIONS;
  assertUsed('ExpressionAttributeNames', names, all, (expression) => expression.names);
  assertUsed('ExpressionAttributeValues', values, all, (expression) => expression.values);
  const checked = values && normalizeRow(values);
  for (const { parameter, names: usedNames, values: usedValues } of all) {
    for (const name of usedNames) {
      if (names?.[name] !== undefined) continue;
      throw invalid(
        `Invalid ${parameter}: An expression attribute name used in the document path is not defined; attribute name: ${name}`,
      );
    }
    for (const name of usedValues) {
      if (checked?.[name] !== undefined) continue;
      throw invalid(
        `Invalid ${parameter}: An expression attribute value used in expression is not defined; attribute value: ${name}`,
      );
    }
  }
  return {
    condition: condition?.tree,
    filter: filter?.tree,
    keys: keys?.tree,
    projection: projection?.tree,
    update: update?.tree,
    nameOf: (segment) => (segment.startsWith('#') ? (names?.[segment] ?? segment) : segment),
    valueOf: (placeholder) => checked?.[placeholder] ?? {},
  };
};

const assertUsed = (
  parameter: string,
  placeholders: object | undefined,
  expressions: readonly ParsedExpression<unknown>[],
  usedBy: (expression: ParsedExpression<unknown>) => ReadonlySet<string>,
): void => {
  if (placeholders === undefined) return;
  const names = Object.keys(placeholders);
  if (expressions.length === 0) throw invalid(`${parameter} can only be specified when using expressions`);
  if (names.length === 0) throw invalid(`${parameter} must not be empty`);
  const unused = names.filter((name) => !expressions.some((expression) => usedBy(expression).has(name)));
  if (unused.length > 0) {
    throw invalid(`Value provided in ${parameter} unused in expressions: keys: {${unused.join(', ')}}`);
  }
};

/** The value at a path; undefined if there is none. */
export const valueAtPath = (
  row: Row | undefined,
  path: Path,
  { nameOf }: Pick<ExpressionScope, 'nameOf'>,
): Value | undefined => {
  const [first, ...deeper] = path;
  let value = typeof first === 'string' ? attributeOf(row, nameOf(first)) : undefined;
  for (const segment of deeper) {
    value = typeof segment === 'number' ? value?.L?.[segment] : attributeOf(value?.M, nameOf(segment));
    if (value === undefined) return undefined;
  }
  return value;
};

export const operandsOf = (condition: Condition): readonly Operand[] => {
  switch (condition.kind) {
    case 'compare':
    case 'attribute_type':
    case 'begins_with':
    case 'contains':
      return [condition.left, condition.right];
    case 'between':
      return [condition.of, condition.low, condition.high];
    case 'in':
      return [condition.of, ...condition.options];
    default:
      return [];
  }
};
