import type { ExpressionReader } from './expression-reader.ts';
import type { Action, Operand } from './expression-syntax.ts';

const CLAUSES = ['SET', 'REMOVE', 'ADD', 'DELETE'] as const;

/** Reads an update expression: each clause at most once. */
export const parseUpdate = (reader: ExpressionReader): Action[] => {
  const actions: Action[] = [];
  const usedClauses = new Set<string>();
  while (!reader.isAtEnd) {
    const clause = CLAUSES.find((each) => reader.take(each));
    if (!clause) {
      reader.expect('SET');
      continue;
    }
    if (usedClauses.has(clause)) {
      throw reader.error(`The "${clause}" section can only be used once in an update expression;`);
    }
    usedClauses.add(clause);
    do actions.push(action(reader, clause));
    while (reader.take(','));
  }
  return actions;
};

const action = (reader: ExpressionReader, clause: (typeof CLAUSES)[number]): Action => {
  const path = reader.path();
  if (clause === 'REMOVE') return { clause, path };
  if (clause !== 'SET') return { clause, path, operand: { kind: 'value', name: reader.value() } };
  reader.expect('=');
  const left = operand(reader);
  const sign = reader.take('+') ? 1 : reader.take('-') ? -1 : undefined;
  return { clause, path, operand: sign ? { kind: 'sum', sign, left, right: operand(reader) } : left };
};

const operand = (reader: ExpressionReader): Operand => {
  if (!reader.isCall()) return reader.operand();
  const name = reader.next();
  reader.expect('(');
  if (name === 'if_not_exists') {
    const path = reader.path();
    reader.expect(',');
    const fallback = operand(reader);
    reader.expect(')');
    return { kind: name, path, fallback };
  }
  if (name !== 'list_append') throw reader.error(`Invalid function name; function: ${name}`);
  const left = operand(reader);
  reader.expect(',');
  const right = operand(reader);
  reader.expect(')');
  return { kind: name, left, right };
};
