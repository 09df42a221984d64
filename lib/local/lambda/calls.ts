import { appendFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { FunctionDefinition } from '../../definition.ts';
import { grantsOf } from '../../grants.ts';
import { isAllowedByAny, type AwsCall, type GrantStatement } from '../../policies.ts';

const statements = new Map<string, readonly GrantStatement[]>();

const statementsOf = (definition: FunctionDefinition): readonly GrantStatement[] => {
  const known = statements.get(definition.name) ?? grantsOf(definition);
  statements.set(definition.name, known);
  return known;
};

/** Whether the role of a function allows all of these calls; each is recorded when recording is enabled. */
export const isAllowedForFunction = (definition: FunctionDefinition, calls: readonly AwsCall[]): boolean => {
  for (const call of calls) record(definition.name, call);
  return calls.every((call) => isAllowedByAny(statementsOf(definition), call));
};

/** Folder in which calls by this process are recorded (`CALLS_DIR`); undefined if they are not. */
const folder = process.env['CALLS_DIR'];
const writtenLines = new Set<string>();

/** `ORDER#` of `ORDER#nordlys#po_1`: grants are checked by the kind of row. */
const kindOf = (partition: string): string => partition.slice(0, partition.indexOf('#') + 1) || partition;

/** A recorded call, with the kinds of rows instead of their keys. */
export interface RecordedCall extends AwsCall {
  function: string;
}

const record = (name: string, { action, resource, leadingKeys }: AwsCall): void => {
  if (folder === undefined) return;
  for (const key of leadingKeys && leadingKeys.length > 0 ? leadingKeys : [undefined]) {
    const call: RecordedCall = {
      function: name,
      action,
      resource,
      ...(key === undefined ? {} : { leadingKeys: [kindOf(key)] }),
    };
    const line = JSON.stringify(call);
    if (writtenLines.has(line)) continue;
    if (writtenLines.size === 0) mkdirSync(folder, { recursive: true });
    writtenLines.add(line);
    appendFileSync(join(folder, `${process.pid}.jsonl`), `${line}\n`);
  }
};
