import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Binding } from '../../functions/pipeline/route.ts';
import type { FunctionDefinition } from '../../lib/definition.ts';
import type { RecordedCall } from '../../lib/local/lambda/calls.ts';
import { grantsOf, grantsOfBinding } from '../../lib/grants.ts';
import { grantText, isAllowedByAny, singleGrants, type AwsCall, type GrantStatement } from '../../lib/policies.ts';
import { loadedWith, sourcesIn } from '../unit/architecture/sources.ts';
import { NOT_MET } from './not-met.ts';
import { isOfLambda } from './roles.ts';

/** Recorded calls by functions in the folder `CALLS_DIR`. */
export const readCalls = (folder: string): RecordedCall[] =>
  readdirSync(folder)
    .filter((file) => file.endsWith('.jsonl'))
    .flatMap((file) => readFileSync(join(folder, file), 'utf8').split('\n'))
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as RecordedCall);

const PRESIGN = 'functions/adapters/objects/presign.ts';
const sources = sourcesIn('functions');

/**
 * Calls that clients can make with URLs that the function presigns. S3 checks them against the role of the function.
 */
const signedBy = ({ entry, routes }: FunctionDefinition): AwsCall[] => {
  const entries = routes?.map((route) => route.entry) ?? [entry];
  const files = new Set(entries.flatMap((each) => [...loadedWith(each)]));
  const signs = (name: string): boolean =>
    [...files].some((file) => {
      const source = sources.get(file);
      return source?.imports.some(({ target }) => target === PRESIGN) && source.text.includes(`${name}(`);
    });
  const on = (action: string): AwsCall => ({ action, resource: 'bucket/*' });
  return [
    ...(signs('presignGet') ? [on('s3:GetObject'), on('s3:ListBucket')] : []),
    ...(signs('presignPut') || signs('presignWrite') ? [on('s3:PutObject')] : []),
  ];
};

interface Differences {
  /** Calls that the role does not allow. */
  beyond: string[];
  /** Permissions of the role that no binding defines, and bindings that no call needed. */
  idle: string[];
}

/**
 * Compares calls by a function with its role. A binding is used if any of its grants is used: an action that is only
 * needed for a rare failure must not be removed because no test caused it.
 */
export const differences = (
  definition: FunctionDefinition,
  role: readonly GrantStatement[],
  calls: readonly AwsCall[],
): Differences => {
  const made = [...calls, ...signedBy(definition)];
  const matches = singleGrants(role).filter(
    ({ actions: [action = ''], resources: [resource = ''] }) => !isOfLambda({ action, resource }),
  );
  const declared = new Set(grantsOf(definition).flatMap((grant) => singleGrants([grant]).map(grantText)));
  const used = (statements: readonly GrantStatement[]): boolean =>
    made.some((call) => isAllowedByAny(statements, call) || statements.some((grant) => covers(grant, call)));
  return {
    beyond: [...new Set(calls.filter((call) => !isAllowedByAny(role, call)).map(callText))].toSorted(),
    idle: [
      ...matches.map(grantText).filter((grant) => !declared.has(grant)),
      ...definition.uses.filter((binding) => {
        const grants = grantsOfBinding(binding);
        return grants.length > 0 && !isExcused(definition.name, binding) && !used(grants);
      }),
    ],
  };
};

/** A call that represents any object of any bucket. */
const covers = ({ actions, resources }: GrantStatement, { action, resource }: AwsCall): boolean =>
  resource === 'bucket/*' && actions.includes(action) && resources.some((each) => each.startsWith('bucket/'));

/**
 * Bindings whose use is not visible in the calls: functions share a process here, and a secret that one of them reads
 * is cached for all of them for five minutes. The test of bundles checks which functions need it.
 */
const UNSEEN = new Set<Binding>(['keys', 'payments', 'courier', 'wallet']);

const isExcused = (name: string, binding: Binding): boolean =>
  UNSEEN.has(binding) || NOT_MET.some((each) => each.binding === binding && each.functions.includes(name));

const callText = ({ action, resource, leadingKeys }: AwsCall): string =>
  `${action} on ${resource}${leadingKeys ? ` for ${leadingKeys.join(', ')}` : ''}`;
