import type { ToolAnnotations } from '@modelcontextprotocol/server';
import { lazy } from '../platform/lazy.ts';
import type { JsonSchema } from '../pipeline/json-schema.ts';
import { descriptionOf } from './descriptions.ts';
import { inputSchemaOf, needsConfirmation, outputSchemaOf } from './schemas.ts';
import type { Toolset, ToolRow } from './tool-row.ts';
import { toolRows } from './tools.ts';

/** A tool as clients see it. */
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
 * What a client may assume. A change that is confirmed and creates nothing takes something away; every change carries a
 * key, so that sending it again does nothing more.
 */
const annotationsOf = (row: ToolRow): ToolAnnotations => {
  const { route } = row;
  return {
    readOnlyHint: !route.writes,
    destructiveHint: needsConfirmation(row) && !Object.hasOwn(route.replies, CREATED),
    idempotentHint: true,
    openWorldHint: Boolean(row.reachesOut) || route.uses.some((binding) => OUTSIDE.has(binding)),
  };
};

/** Every tool there is. */
export const tools = lazy(() => toolRows.map(toolOf));
