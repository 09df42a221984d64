import type { ExpressionReader } from './expression-reader.ts';
import { COMPARISONS, type Comparison, type Condition, type Operand } from './expression-syntax.ts';

const OPTIONS_MAX = 100;
const parenthesized = new WeakSet<Condition>();

/** Reads a condition: OR binds less tightly than AND, and AND less tightly than NOT. */
export const parseCondition = (reader: ExpressionReader): Condition => {
  let condition = conjunction(reader);
  while (reader.take('OR')) condition = { kind: 'or', left: condition, right: conjunction(reader) };
  return condition;
};

const conjunction = (reader: ExpressionReader): Condition => {
  let condition = negation(reader);
  while (reader.take('AND')) condition = { kind: 'and', left: condition, right: negation(reader) };
  return condition;
};

const negation = (reader: ExpressionReader): Condition =>
  reader.take('NOT') ? { kind: 'not', of: negation(reader) } : term(reader);

const term = (reader: ExpressionReader): Condition => {
  if (reader.take('(')) {
    const condition = parseCondition(reader);
    reader.expect(')');
    if (parenthesized.has(condition)) throw reader.error('The expression has redundant parentheses;');
    parenthesized.add(condition);
    return condition;
  }
  if (reader.isCall() && reader.peek() !== 'size') return call(reader);
  const left = operand(reader);
  if (reader.take('BETWEEN')) {
    const low = operand(reader);
    reader.expect('AND');
    return { kind: 'between', of: left, low, high: operand(reader) };
  }
  if (reader.take('IN')) return { kind: 'in', of: left, options: options(reader) };
  const operator = reader.peek() ?? '';
  if (!COMPARISONS.has(operator)) reader.expect('=');
  else reader.next();
  return { kind: 'compare', operator: operator as Comparison, left, right: operand(reader) };
};

const options = (reader: ExpressionReader): Operand[] => {
  const all: Operand[] = [];
  reader.expect('(');
  do all.push(operand(reader));
  while (reader.take(','));
  reader.expect(')');
  if (all.length > OPTIONS_MAX) throw reader.error('The IN operator is provided with too many operands;');
  return all;
};

const operand = (reader: ExpressionReader): Operand => {
  if (!reader.isCall()) return reader.operand();
  const name = reader.next();
  if (name !== 'size') throw reader.error(`Invalid function name; function: ${name}`);
  reader.expect('(');
  const path = reader.path();
  reader.expect(')');
  return { kind: 'size', path };
};

const call = (reader: ExpressionReader): Condition => {
  const kind = reader.next();
  switch (kind) {
    case 'attribute_exists':
    case 'attribute_not_exists': {
      reader.expect('(');
      const path = reader.path();
      reader.expect(')');
      return { kind, path };
    }
    case 'attribute_type':
    case 'begins_with':
    case 'contains': {
      reader.expect('(');
      const left = reader.operand();
      reader.expect(',');
      const right = operand(reader);
      reader.expect(')');
      return { kind, left, right };
    }
    default:
      throw reader.error(`Invalid function name; function: ${kind}`);
  }
};
