/**
 * Parts of a parsed expression. Names and values stay placeholders, so that the expression can be cached for later
 * requests.
 */

/** A name as written, with `#` for a placeholder, or an index of a list. */
export type Segment = string | number;
export type Path = readonly Segment[];

export type Operand =
  | { kind: 'path'; path: Path }
  | { kind: 'value'; name: string }
  | { kind: 'size'; path: Path }
  | { kind: 'if_not_exists'; path: Path; fallback: Operand }
  | { kind: 'list_append'; left: Operand; right: Operand }
  | { kind: 'sum'; sign: 1 | -1; left: Operand; right: Operand };

export type Comparison = '=' | '<>' | '<' | '<=' | '>' | '>=';
export const COMPARISONS: ReadonlySet<string> = new Set<Comparison>(['=', '<>', '<', '<=', '>', '>=']);

export type Condition =
  | { kind: 'and' | 'or'; left: Condition; right: Condition }
  | { kind: 'not'; of: Condition }
  | { kind: 'compare'; operator: Comparison; left: Operand; right: Operand }
  | { kind: 'between'; of: Operand; low: Operand; high: Operand }
  | { kind: 'in'; of: Operand; options: readonly Operand[] }
  | { kind: 'attribute_exists' | 'attribute_not_exists'; path: Path }
  | { kind: 'attribute_type' | 'begins_with' | 'contains'; left: Operand; right: Operand };

/** One action of an update expression. */
export type Action =
  | { clause: 'SET'; path: Path; operand: Operand }
  | { clause: 'REMOVE'; path: Path }
  | { clause: 'ADD' | 'DELETE'; path: Path; operand: Operand };

/** An expression with the placeholders that it uses. */
export interface ParsedExpression<Tree> {
  parameter: ExpressionName;
  tree: Tree;
  names: ReadonlySet<string>;
  values: ReadonlySet<string>;
}

/** Parameters of a request that contain an expression. */
export type ExpressionName =
  | 'ConditionExpression'
  | 'FilterExpression'
  | 'KeyConditionExpression'
  | 'ProjectionExpression'
  | 'UpdateExpression';
