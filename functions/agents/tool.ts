import type { ToolAnnotations } from '@modelcontextprotocol/server';
import { lazy } from '../platform/lazy.ts';
import type { JsonSchema } from '../pipeline/json-schema.ts';
import { descriptionOf } from './descriptions.ts';
import { inputSchemaOf, isConfirmationRequired, outputSchemaOf } from './schemas.ts';
import type { Toolset, ToolRow } from './tool-row.ts';
import { toolRows } from './tools.ts';

/** A tool as it is offered to clients. */
export interface Tool {
  row: ToolRow;
  name: string;
  toolset: Toolset;
  title: string;
  description: string;
  annotations: ToolAnnotations;
  input: () => JsonSchema;
  output: () => JsonSchema;
}

const toolOf = (row: ToolRow): Tool => ({
  row,
  name: row.name,
  toolset: row.toolset ?? (row.name.split('_')[0] as Toolset),
  title: row.route.summary,
  description: descriptionOf(row),
  annotations: annotationsOf(row),
  input: lazy(() => inputSchemaOf(row)),
  output: lazy(() => outputSchemaOf(row)),
});

const OUTSIDE: ReadonlySet<string> = new Set(['payments', 'courier', 'vendor', 'mail']);
const CREATED = '201';

/**
 * Hints for clients. A change that requires confirmation is destructive if it creates nothing, or also removes
 * something. Every change has an idempotency key, so it is idempotent.
 */
const annotationsOf = (row: ToolRow): ToolAnnotations => {
  const { route } = row;
  return {
    readOnlyHint: !route.writes,
    destructiveHint: isConfirmationRequired(row) && (Boolean(row.takesAway) || !Object.hasOwn(route.replies, CREATED)),
    idempotentHint: true,
    openWorldHint: Boolean(row.reachesOut) || route.uses.some((binding) => OUTSIDE.has(binding)),
  };
};

/** All tools. */
export const tools = lazy(() => toolRows.map(toolOf));
