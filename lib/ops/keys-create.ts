import { parseArgs } from 'node:util';
import { SCOPES, type Scope } from '../../functions/platform/scopes.ts';
import { asOperator } from './as-operator.ts';
import { OpsError, type Command } from './command.ts';
import { pointAt, targetOptions, TARGET_USAGE } from './target.ts';

/** Creates an API key for any company and prints it once. */
export const keysCreate: Command = {
  name: 'keys create',
  usage:
    '--company SLUG --label TEXT --scopes a,b|all [--environment live|test] [--expires-in-days 1..365] ' +
    `[--created-by USER] ${TARGET_USAGE}`,
  summary: 'Create an API key; it is printed once and not stored',
  run: async (args) => {
    const { values } = parseArgs({
      args,
      options: {
        ...targetOptions,
        company: { type: 'string' },
        label: { type: 'string' },
        scopes: { type: 'string' },
        environment: { type: 'string', default: 'live' },
        'expires-in-days': { type: 'string' },
        'created-by': { type: 'string' },
      },
    });
    const { company, label, scopes, environment } = values;
    if (!company || !label || !scopes) throw new OpsError(`Usage: npm run ops -- keys create ${keysCreate.usage}`);
    if (environment !== 'live' && environment !== 'test') throw new OpsError('--environment must be live or test.');
    const days = values['expires-in-days'];
    const input = {
      company,
      label,
      scopes: scopesOf(scopes),
      mode: environment,
      expiresInDays: days === undefined ? undefined : Number(days),
      createdBy: values['created-by'],
    } as const;
    await pointAt(values);
    const { issueKey } = await import('../../functions/domain/company/api-keys/issue.ts');
    const { key, id } = await asOperator({ company, operation: 'keys-create' }, () => issueKey(input));
    process.stdout.write(`${key}\n`);
    process.stderr.write(`Key ${id} of ${company}. It is not shown again.\n`);
  },
};

const scopesOf = (text: string): Scope[] => {
  if (text === 'all') return [...SCOPES];
  const names = text.split(',').map((name) => name.trim());
  const unknown = names.filter((name) => !SCOPES.includes(name as Scope));
  if (unknown.length > 0)
    throw new OpsError(`No scope is called ${unknown.join(', ')}. The scopes are ${SCOPES.join(', ')}.`);
  return names as Scope[];
};
