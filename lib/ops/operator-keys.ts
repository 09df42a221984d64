import { parseArgs } from 'node:util';
import { toTimestamp } from '../../functions/platform/clock.ts';
import { OpsError, rejectFurther, type Command } from './command.ts';
import { pointAt, targetOptions, TARGET_USAGE } from './target.ts';

const print = (line: string): boolean => process.stdout.write(`${line}\n`);

/** Creates an operator key and prints it once. */
export const operatorKeysCreate: Command = {
  name: 'operator-keys create',
  usage: `--label TEXT [--expires-in-days 1..365] ${TARGET_USAGE}`,
  summary:
    'Create an operator key, with which /v2/health reports the status of secrets; it is printed once and has no other rights',
  run: async (args) => {
    const { values } = parseArgs({
      args,
      options: { ...targetOptions, label: { type: 'string' }, 'expires-in-days': { type: 'string' } },
    });
    const { label, 'expires-in-days': days } = values;
    if (label === undefined)
      throw new OpsError(`Usage: npm run ops -- ${operatorKeysCreate.name} ${operatorKeysCreate.usage}`);
    const target = await pointAt(values);
    const { issueOperatorKey } = await import('../../functions/domain/company/api-keys/operator/issue.ts');
    const { key, keyId } = await issueOperatorKey({
      label,
      expiresInDays: days === undefined ? undefined : Number(days),
    });
    print(key);
    process.stderr.write(`Operator key ${keyId} in ${target}. It is not shown again.\n`);
  },
};

export const operatorKeysList: Command = {
  name: 'operator-keys list',
  usage: TARGET_USAGE,
  summary: 'List operator keys, including revoked and expired ones',
  run: async (args) => {
    const { values } = parseArgs({ args, options: targetOptions });
    const target = await pointAt(values);
    const { listOperatorKeys } = await import('../../functions/domain/company/api-keys/operator/list.ts');
    const keys = await listOperatorKeys();
    for (const { keyId, label, createdAtMs, expiresAtMs, revokedAtMs } of keys) {
      const end = expiresAtMs === undefined ? '' : `, expires ${toTimestamp(expiresAtMs)}`;
      const state = revokedAtMs === undefined ? end : `, revoked ${toTimestamp(revokedAtMs)}`;
      print(`${keyId}  ${label}, created ${toTimestamp(createdAtMs)}${state}`);
    }
    if (keys.length === 0) print(`There is no operator key in ${target}.`);
  },
};

export const operatorKeysRevoke: Command = {
  name: 'operator-keys revoke',
  usage: `ID ${TARGET_USAGE}`,
  summary: 'Revoke an operator key immediately and permanently',
  run: async (args) => {
    const { values, positionals } = parseArgs({ args, allowPositionals: true, options: targetOptions });
    const [keyId] = positionals;
    if (keyId === undefined)
      throw new OpsError(`Usage: npm run ops -- ${operatorKeysRevoke.name} ${operatorKeysRevoke.usage}`);
    rejectFurther(operatorKeysRevoke, positionals);
    const target = await pointAt(values);
    const { revokeOperatorKey } = await import('../../functions/domain/company/api-keys/operator/revoke.ts');
    await revokeOperatorKey(keyId);
    print(`Key ${keyId} is revoked, in ${target}.`);
  },
};
