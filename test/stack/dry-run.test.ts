import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ENVIRONMENTS, type Environment } from '../../lib/stacks/settings.ts';
import { Account, creationOrder } from '../support/cloudformation/account.ts';
import { permissionFaults } from '../support/cloudformation/permissions.ts';
import { accountOf } from '../support/cloudformation/release.ts';
import type { ExistingResource } from '../support/cloudformation/resource.ts';
import { sectionOf, type StackTemplate, type TemplateObject } from '../support/cloudformation/template.ts';
import { lastRelease, RELEASED } from './released.ts';
import { at, Deployment, deploymentOf, list, type Context } from './templates.ts';

const templatesOf = (env: Environment): readonly StackTemplate[] => deploymentOf(RELEASED[env]).templates;
const kindsOf = (resources: readonly ExistingResource[]): string[] =>
  [...new Set(resources.map(({ type }) => type))].toSorted();
const deployed = (stacks: readonly StackTemplate[]): Account => {
  const account = new Account();
  account.deployAll(stacks);
  return account;
};

/** Each environment has its own mail domain; the tests give all of them one. */
const withMailDomain = (env: Environment): StackTemplate[] =>
  JSON.parse(JSON.stringify(templatesOf(env)).replaceAll('mail.example.com', `${env}.example.com`)) as StackTemplate[];

/** Templates with one string replaced. The string must exist. */
const planted = (stacks: readonly StackTemplate[], text: string | RegExp, other: string): StackTemplate[] => {
  const whole = JSON.stringify(stacks);
  const changed = whole.replace(text, other);
  expect(changed).not.toBe(whole);
  return JSON.parse(changed) as StackTemplate[];
};

/** Templates with each resource of a stack changed or, where `change` returns nothing, removed. */
const withResources = (
  stacks: readonly StackTemplate[],
  part: string,
  change: (resource: TemplateObject, id: string) => TemplateObject | undefined,
): StackTemplate[] =>
  stacks.map((each) => {
    if (!each.stack.endsWith(part)) return each;
    const resources = sectionOf(each.template, 'Resources').flatMap(([id, resource]) => {
      const changed = change(resource, id);
      return changed ? [[id, changed] as const] : [];
    });
    return { ...each, template: { ...each.template, Resources: Object.fromEntries(resources) } };
  });

/** A next release in which every function has new code and each stack has another queue. */
const nextOf = (stacks: readonly StackTemplate[]): StackTemplate[] =>
  stacks.map((each) => {
    const resources = sectionOf(each.template, 'Resources').map(([id, resource]) => {
      const isFunction = resource['Type'] === 'AWS::Lambda::Function';
      const properties = { ...(resource['Properties'] as TemplateObject), Code: { ZipFile: 'next' } };
      return [id, isFunction ? { ...resource, Properties: properties } : resource] as const;
    });
    const added = { Type: 'AWS::SQS::Queue', Properties: { QueueName: `${each.stack}-next` } };
    return { ...each, template: { ...each.template, Resources: { ...Object.fromEntries(resources), Added: added } } };
  });

describe.each(ENVIRONMENTS)('%s', (env) => {
  it('is created from nothing, in the order of its dependencies, with every reference, name and grant', () => {
    const account = deployed(templatesOf(env));
    expect(account.resources).toHaveLength(deploymentOf(RELEASED[env]).resources.length);
    expect(permissionFaults(account.resources)).toEqual([]);
  });

  it('is updated from the last release without losing or replacing resources with state', () => {
    const account = accountOf(lastRelease(env));
    const before = account.resources;
    expect(kindsOf(before)).toContain('AWS::DynamoDB::GlobalTable');
    account.deployAll(templatesOf(env));
    const after = new Map(account.resources.map((each) => [`${each.stack}/${each.id}`, each.name]));
    for (const { stack, id, name } of before) expect(after.get(`${stack}/${id}`), id).toBe(name);
  });

  it('is rolled back when a stack fails at any point of its creation, and can then be created', () => {
    const account = new Account();
    for (const each of templatesOf(env)) {
      const order = creationOrder(each.template);
      const isWhole = /-(?:data|api)$/.test(each.stack);
      const points = isWhole ? order : [0.3, 0.9].map((part) => order[Math.floor(order.length * part)]!);
      for (const point of points) {
        const others = account.resources.length;
        expect(() => account.deploy(each, point)).toThrow(`${point} failed`);
        expect(account.resources).toHaveLength(others);
        // The runbook deletes retained resources by name before the next attempt.
        const kept = account.kept.map(({ type }) => type);
        expect(kept.filter((type) => type !== 'AWS::DynamoDB::GlobalTable')).toEqual([]);
        if (kept.length > 0) expect(() => account.deploy(each)).toThrow('already exists without a stack');
        account.deleteKept(({ name }) => deletedInRunbook(name));
      }
      account.deploy(each);
    }
    expect(account.kept).toEqual([]);
  });

  it('is rolled back when an update fails halfway, and works with stacks of two releases in the meantime', () => {
    const account = deployed(templatesOf(env));
    const next = nextOf(templatesOf(env));
    const middle = Math.floor(next.length / 2);
    account.deployAll(next.slice(0, middle));
    const before = account.resources;
    const failing = next[middle]!;
    expect(() => account.deploy(failing, creationOrder(failing.template).at(-1))).toThrow('failed');
    expect(account.resources).toEqual(before);
    expect(permissionFaults(account.resources)).toEqual([]);
    // A deployment of the former release would delete the queue that the next one added, with its messages.
    expect(() => account.deployAll(templatesOf(env))).toThrow('the update loses Added (AWS::SQS::Queue)');
    account.deployAll(next);
  });

  it('is removed in reverse order, and keeps the resources that the runbook lists', () => {
    const account = deployed(templatesOf(env));
    const { protectedStacks } = deploymentOf(RELEASED[env]);
    account.setProtection(protectedStacks);
    const stacks = templatesOf(env).map(({ stack }) => stack);
    expect(() => account.remove(`gift-commerce-${env}-api`)).toThrow(/is protected|while .* imports it/);
    account.setProtection(protectedStacks, false);
    expect(() => account.remove(`gift-commerce-${env}-data`)).toThrow('imports it');
    for (const stack of stacks.toReversed()) account.remove(stack);
    expect(account.resources).toEqual([]);
    if (env === 'development') {
      expect(account.kept).toEqual([]);
      account.deployAll(templatesOf(env));
      return;
    }
    const kept = ['DynamoDB::GlobalTable', 'Logs::LogGroup', 'S3::Bucket', 'SecretsManager::Secret'];
    expect(kindsOf(account.kept)).toEqual(kept.map((type) => `AWS::${type}`));
    expect(account.kept.filter(({ type }) => type === 'AWS::Logs::LogGroup')).toHaveLength(1);
    expect(() => account.deployAll(templatesOf(env))).toThrow('already exists without a stack');
  });
});

const runbook = readFileSync('lib/runbooks/first-deployment.md', 'utf8');
/**
 * Whether a command in the runbook of a first deployment deletes a table or log group. The runbook uses the names of
 * production.
 */
const deletedInRunbook = (name: string): boolean => {
  const inProduction = name.replace(/gift-commerce-[a-z]+/, 'gift-commerce-production');
  return ['delete-table --table-name', 'delete-log-group --log-group-name'].some((command) =>
    runbook.includes(`${command} ${inProduction}\n`),
  );
};

describe('two environments in one account', () => {
  it('can both be deployed and removed', () => {
    const account = new Account();
    for (const env of ENVIRONMENTS) account.deployAll(withMailDomain(env));
    expect(permissionFaults(account.resources)).toEqual([]);
    const crossing = account.resources.filter(({ stack, properties }) => {
      const named = [...JSON.stringify(properties).matchAll(/gift-commerce-(development|demo|production)/g)];
      return named.some(([, other]) => !stack.startsWith(`gift-commerce-${other}-`));
    });
    expect(crossing.map(({ stack, id }) => `${stack}/${id}`)).toEqual([]);
    const demo = account.resources.filter(({ stack }) => stack.startsWith('gift-commerce-demo-'));
    for (const { stack } of templatesOf('development').toReversed()) account.remove(stack);
    expect(account.resources.filter(({ stack }) => stack.startsWith('gift-commerce-demo-'))).toEqual(demo);
  });

  it('cannot share a mail domain', () => {
    const account = deployed(templatesOf('development'));
    expect(() => account.deployAll(templatesOf('demo'))).toThrow('"mail.example.com" exists already');
  });
});

describe('copies of backups in another region or account', () => {
  it('are added to an environment and removed from it without changing its state', () => {
    const copyTo = 'arn:aws:backup:eu-west-1:222222222222:backup-vault:copies';
    const deploymentWith = (context: Context) => new Deployment({ env: 'production', ...context }, ['account']);
    const [plain, copied] = [deploymentWith({}), deploymentWith({ backupVault: copyTo })];
    const account = deployed(plain.templates);
    const before = account.resources.filter(({ stack }) => stack.endsWith('-data')).map(({ id, name }) => [id, name]);
    account.deployAll(copied.templates);
    expect(permissionFaults(account.resources)).toEqual([]);
    expect(account.resources.map(({ id, name }) => [id, name])).toEqual(expect.arrayContaining(before));
    const [plan] = copied.all('AWS::Backup::BackupPlan');
    expect(JSON.stringify(plan!.properties)).toContain(copyTo);
    const [selection] = copied.all('AWS::Backup::BackupSelection');
    expect(list(at(selection!.properties, 'BackupSelection.Resources'))).toHaveLength(3);
    account.deployAll(plain.templates);
    expect(kindsOf(account.resources)).not.toContain('AWS::Backup::BackupPlan');
  });
});

describe('an error is reported', () => {
  const sound = templatesOf('demo');
  const TABLE = 'AWS::DynamoDB::GlobalTable';
  const update = (stacks: readonly StackTemplate[]) => () => accountOf(lastRelease('demo')).deployAll(stacks);

  it('for an import that no stack exports', () => {
    const wrong = planted(sound, '"Fn::ImportValue":"gift-commerce-demo-', '"Fn::ImportValue":"gift-commerce-dem-');
    expect(() => deployed(wrong)).toThrow('no stack exports gift-commerce-dem-');
  });

  it('for an export that changes or is removed while another stack imports it', () => {
    const [name] = lastRelease('demo').imports['gift-commerce-demo-workers']!;
    const changed = sound.map((each) => {
      const outputs = sectionOf(each.template, 'Outputs').map(
        ([id, output]) => [id, JSON.stringify(output).includes(name!) ? { ...output, Value: 'x' } : output] as const,
      );
      return { ...each, template: { ...each.template, Outputs: Object.fromEntries(outputs) } };
    });
    expect(update(changed)).toThrow(`${name} cannot change while`);
    const ended = sound.map((each) => ({ ...each, template: { ...each.template, Outputs: {} } }));
    expect(update(ended)).toThrow('cannot change while');
  });

  it('for a table that is replaced, renamed in the template or removed, and for two indexes in one update', () => {
    const table = (change: (properties: TemplateObject) => TemplateObject): StackTemplate[] =>
      withResources(sound, '-data', (each) =>
        each['Type'] === TABLE ? { ...each, Properties: change(each['Properties'] as TemplateObject) } : each,
      );
    expect(update(table((properties) => ({ ...properties, TableName: 'other' })))).toThrow(
      /the update replaces Table\w+ \(AWS::DynamoDB::GlobalTable\): TableName differs/,
    );
    expect(update(planted(sound, /"Table(\w+)":\{"Type":"AWS::Dyn/, '"Renamed$1":{"Type":"AWS::Dyn'))).toThrow();
    const indexes = (properties: TemplateObject): readonly TemplateObject[] =>
      properties['GlobalSecondaryIndexes'] as readonly TemplateObject[];
    expect(
      update(table((properties) => ({ ...properties, GlobalSecondaryIndexes: indexes(properties).slice(2) }))),
    ).toThrow('creates or deletes ix1, ix2 in one update');
    expect(
      update(table((properties) => ({ ...properties, GlobalSecondaryIndexes: indexes(properties).slice(1) }))),
    ).not.toThrow();
  });

  it.each(['AWS::S3::Bucket', 'AWS::SQS::Queue', 'AWS::SecretsManager::Secret'])('for a %s that is removed', (type) => {
    const without = withResources(sound, '-data', (each) => (each['Type'] === type ? undefined : each));
    expect(update(without)).toThrow(/no resource|loses|no stack exports/);
  });

  it('for a secret whose value would be regenerated', () => {
    const again = planted(sound, '"PasswordLength":64', '"PasswordLength":32');
    expect(update(again)).toThrow('GenerateSecretString differs');
  });

  it('for an attribute that a type does not have', () => {
    const unknown = planted(sound, /("Fn::GetAtt":\["sendmail\w+",)"Arn"\]/, '$1"Address"]');
    expect(() => deployed(unknown)).toThrow(/sendmail\w+ \(AWS::\S+\) has no attribute Address/);
  });

  it('for a route whose variable differs in name from that of a route on the same level', () => {
    const other = planted(sound, 'GET /v2/companies/{company_id}/settings', 'GET /v2/companies/{slug}/settings');
    expect(() => deployed(other)).toThrow('is on the same level of the path as');
  });

  it('for a missing grant of a consumer, a route, a rule or a variable', () => {
    const consumer = planted(sound, /"sqs:ReceiveMessage"/g, '"sqs:SetQueueAttributes"');
    expect(() => deployed(consumer)).toThrow('may not sqs:ReceiveMessage');
    const route = withResources(sound, '-routes-orders', (each, id) =>
      each['Type'] === 'AWS::Lambda::Permission' && id.startsWith('createorderRoute') ? undefined : each,
    );
    const rule = withResources(route, '-workers', (each) =>
      each['Type'] === 'AWS::Lambda::Permission' ? undefined : each,
    );
    const faults = permissionFaults(deployed(rule).resources);
    expect(faults).toContainEqual(expect.stringMatching(/API Gateway may not invoke .* for POST \/v2\/orders/));
    expect(faults).toContainEqual(expect.stringContaining('it may not reach arn:aws:lambda'));
    const invoking = planted(
      sound,
      /"lambda:InvokeFunction","Effect":"Allow","Resource"/g,
      '"x","Effect":"Deny","Resource"',
    );
    expect(permissionFaults(deployed(invoking).resources)).toContainEqual(
      expect.stringMatching(/its role allows nothing on .*print-picture \(FUNCTION_PRINT_PICTURE\)/),
    );
  });

  it('for a name that already exists, and for a bucket that is not empty', () => {
    const twice = planted(
      sound,
      '"FunctionName":"gift-commerce-demo-me"',
      '"FunctionName":"gift-commerce-demo-health"',
    );
    expect(() => deployed(twice)).toThrow('"gift-commerce-demo-health" exists already');
    const full = deployed(
      withResources(templatesOf('development'), '-data', (each) =>
        each['Type'] === 'Custom::S3AutoDeleteObjects' ? undefined : each,
      ),
    );
    for (const { stack } of templatesOf('development').slice(1).toReversed()) full.remove(stack);
    expect(() => full.remove('gift-commerce-development-data')).toThrow('a bucket with objects');
  });
});
