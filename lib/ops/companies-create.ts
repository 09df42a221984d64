import { parseArgs } from 'node:util';
import { asOperator } from './as-operator.ts';
import { OpsError, type Command } from './command.ts';
import { pointAt, targetOptions, TARGET_USAGE } from './target.ts';

/** Creates a company with its first administrator, even in an empty environment. */
export const companiesCreate: Command = {
  name: 'companies create',
  usage:
    '--slug SLUG --name NAME --country DK --currency DKK --admin EMAIL [--username NAME] [--language TAG] ' +
    TARGET_USAGE,
  summary: 'Create a company, email an invitation to its first administrator, and print the link',
  run: async (args) => {
    const text = { type: 'string' } as const;
    const options = { slug: text, name: text, country: text, currency: text, admin: text, username: text };
    const { values } = parseArgs({ args, options: { ...targetOptions, ...options, language: text } });
    const { slug, name, country, currency, admin: email, username, language } = values;
    if (!slug || !name || !country || !currency || !email) {
      throw new OpsError(`Usage: npm run ops -- companies create ${companiesCreate.usage}`);
    }
    await pointAt(values, 'keys');
    const { createCompany, findFirstInvitationUrl, isCreatedCompany } =
      await import('../../functions/domain/administration/companies/create.ts');
    const input = { slug, name, country, currency, email, username, language };
    // A repeat prints the link if an earlier run was interrupted after the company was created.
    if (!(await isCreatedCompany(input))) {
      await faultsAsLines(() =>
        asOperator({ company: slug, operation: 'companies-create' }, () => createCompany(input)),
      );
    }
    const link = process.env['BASE_URL'] ? await findFirstInvitationUrl(input) : undefined;
    if (link !== undefined) process.stdout.write(`${link}\n`);
    process.stderr.write(`Created ${slug}. ${email} receives an invitation, which is valid for 7 days.\n`);
  },
};

/** The option that an operator must correct, by the member at fault. */
const OPTIONS: Readonly<Record<string, string>> = { email: 'admin', 'address.country': 'country' };

const faultsAsLines = async (create: () => Promise<unknown>): Promise<void> => {
  try {
    await create();
  } catch (error) {
    if (!(error instanceof Error) || !('fields' in error)) throw error;
    const fields = (error.fields ?? {}) as Record<string, string[]>;
    throw new OpsError(
      ...Object.entries(fields).map(([field, [message = '']]) => `--${OPTIONS[field] ?? field}: ${message}`),
      'Nothing was created.',
    );
  }
};
