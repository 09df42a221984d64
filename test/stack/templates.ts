import { readFileSync, rmSync } from 'node:fs';
import { App, type Stack } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import * as lambda from 'aws-cdk-lib/aws-lambda';
import { createService } from '../../lib/stacks/service.ts';
import type { StackTemplate } from '../support/cloudformation/template.ts';

export type Json = string | number | boolean | null | Json[] | { [name: string]: Json };
export type Properties = Record<string, Json>;

/** The value at a path of member names and positions (`Environment.Variables.BASE_URL`), or undefined. */
export const at = (value: Json | undefined, path: string): Json | undefined =>
  path
    .split('.')
    .reduce<Json | undefined>(
      (inside, step) => (inside && typeof inside === 'object' ? (inside as Properties)[step] : undefined),
      value,
    );

/** A list of the value or values, because CloudFormation allows both in policies. */
export const list = (value: Json | undefined): Json[] => (value === undefined ? [] : ([value].flat() as Json[]));

/** Environment and settings in the deployment's context; undefined removes a default of the tests. */
export type Context = Readonly<Record<string, unknown>>;

/** Settings that the CDK command reads from the project, feature flags included. */
export const { context: projectContext } = JSON.parse(readFileSync('cdk.json', 'utf8')) as { context: object };

export interface Resource {
  stack: string;
  id: string;
  type: string;
  properties: Properties;
  /** The complete resource, for its deletion policy. */
  whole: Properties;
}

/** Matches ARNs of resources of this project by name. */
const ARN_OF_OURS =
  /arn:<AWS::Partition>:(?:sqs:<AWS::Region>:<AWS::AccountId>:|dynamodb:<AWS::Region>:<AWS::AccountId>:table\/)([\w-]+)/g;

/** Skips the computation of values that are not part of a template. */
const TEMPLATES_ALONE = { stackTraces: false, treeMetadata: false };
/** Also omits stack traces, identifiers and arguments of constructs, which are for messages of the CDK command. */
const WITHOUT_METADATA = {
  'aws:cdk:disable-creation-stack-traces': true,
  'aws:cdk:disable-logicalId-metadata': true,
  '@aws-cdk/core:enableAdditionalMetadataCollection': false,
};

/** A domain for sending email, which production requires. */
const MAIL = { mailDomain: 'mail.example.com' };
const made = new Map<string, Deployment>();

/** A read-only deployment that tests with the same settings share, because synthesizing takes seconds. */
export const deploymentOf = (context: Context = {}): Deployment => {
  const name = JSON.stringify(Object.entries(context).toSorted());
  const known = made.get(name) ?? new Deployment(context);
  made.set(name, known);
  return known;
};

/** All stacks of an environment as CloudFormation would get them, with cross-stack values resolved to readable text. */
export class Deployment {
  readonly templates: readonly StackTemplate[];
  readonly resources: Resource[];
  /** Exported values by name, which cannot be removed while they are imported. */
  readonly exports = new Map<string, { stack: string; value: Json }>();
  /** The stacks that are deployed before each stack. */
  readonly before = new Map<string, readonly string[]>();
  /** Outputs, by stack and name. */
  readonly outputs = new Map<string, Json>();
  readonly protectedStacks: string[] = [];
  readonly #physicalNames: ReadonlySet<string>;

  /**
   * With `cdkRules`, throws the findings of the CDK's own rules. The rules take most of the time, so only the test of
   * valid templates, which covers every setting, applies them.
   */
  constructor(context: Context = {}, groups?: readonly string[], { cdkRules = false } = {}) {
    const app = new App({
      ...TEMPLATES_ALONE,
      builtinCloudFormationValidation: cdkRules,
      context: {
        ...projectContext,
        ...WITHOUT_METADATA,
        ...MAIL,
        'aws:cdk:enable-path-metadata': true,
        ...context,
      },
    });
    createService(app, () => lambda.Code.fromInline('exports.handler = async () => {}'), groups);
    const templates = app.node.children.map((child) => {
      const stack = child as Stack;
      if (stack.terminationProtection) this.protectedStacks.push(stack.stackName);
      const json = Template.fromStack(stack).toJSON() as Properties;
      this.before.set(
        stack.stackName,
        stack.dependencies.map(({ stackName }) => stackName),
      );
      return { stack: stack.stackName, json };
    });
    rmSync(app.outdir, { recursive: true, force: true });
    this.templates = templates.map(({ stack, json }) => ({
      stack,
      template: json,
      before: this.before.get(stack) ?? [],
    }));
    this.resources = templates.flatMap(({ stack, json }) =>
      Object.entries(json['Resources'] as Record<string, Properties>).map(([id, whole]) => ({
        stack,
        id,
        type: String(whole['Type']),
        properties: (whole['Properties'] ?? {}) as Properties,
        whole,
      })),
    );
    this.#physicalNames = new Set(
      this.resources.flatMap(({ properties: { QueueName, TableName } }) => [QueueName, TableName].map(String)),
    );
    for (const { stack, json } of templates) {
      for (const [name, output] of Object.entries((json['Outputs'] ?? {}) as Properties)) {
        this.outputs.set(`${stack} ${name}`, at(output, 'Value') ?? null);
        const exported = at(output, 'Export.Name');
        if (exported !== undefined) this.exports.set(String(exported), { stack, value: at(output, 'Value') ?? null });
      }
    }
  }

  all(type: string): Resource[] {
    return this.resources.filter((resource) => resource.type === type);
  }

  /** The resources of a type by a property that identifies them. Throws if two have the same value. */
  byName(type: string, property: string): Map<string, Resource> {
    const found = new Map<string, Resource>();
    for (const resource of this.all(type)) {
      const name = this.text(resource.properties[property], resource.stack);
      if (found.has(name)) throw new Error(`${type} ${name} exists twice`);
      found.set(name, resource);
    }
    return found;
  }

  /**
   * A value with references, and ARNs of tables and queues, written as `<name>` or `<name>.Attribute`, across stacks.
   */
  text(value: Json | undefined, stack: string): string {
    return this.#resolved(value, stack).replaceAll(ARN_OF_OURS, (_, name: string) => {
      if (!this.#physicalNames.has(name)) throw new Error(`${stack} refers to ${name}, which no stack has`);
      return `<${name}>.Arn`;
    });
  }

  #resolved(value: Json | undefined, stack: string): string {
    if (value === undefined || value === null) return '';
    if (typeof value !== 'object') return String(value);
    if (Array.isArray(value)) return value.map((each) => this.#resolved(each, stack)).join(',');
    if ('Ref' in value) return this.#label(value['Ref'] as string, stack);
    if ('Fn::GetAtt' in value) {
      const [id, attribute] = value['Fn::GetAtt'] as [string, string];
      return `${this.#label(id, stack)}.${attribute}`;
    }
    if ('Fn::Join' in value) {
      const [separator, parts] = value['Fn::Join'] as [string, Json[]];
      return parts.map((part) => this.#resolved(part, stack)).join(separator);
    }
    if ('Fn::ImportValue' in value) {
      const exported = this.exports.get(String(value['Fn::ImportValue']));
      if (exported === undefined) throw new Error(`No stack exports ${String(value['Fn::ImportValue'])}`);
      return this.#resolved(exported.value, exported.stack);
    }
    return JSON.stringify(value);
  }

  #label(id: string, stack: string): string {
    if (id.startsWith('AWS::')) return `<${id}>`;
    const resource = this.resources.find((each) => each.stack === stack && each.id === id);
    if (!resource) throw new Error(`${stack} refers to ${id}, which it lacks`);
    const { properties, whole, type } = resource;
    if (type === 'AWS::Lambda::Alias') {
      return `${this.text(properties['FunctionName'], stack)}:${this.text(properties['Name'], stack)}`;
    }
    const { FunctionName, QueueName, TableName, LogGroupName, AlarmName } = properties;
    const name = FunctionName ?? QueueName ?? TableName ?? LogGroupName ?? AlarmName;
    if (typeof name === 'string') return `<${name}>`;
    const path = at(whole, 'Metadata.aws:cdk:path');
    return `<${(typeof path === 'string' ? path.split('/')[1] : undefined) ?? id}>`;
  }
}

/** The role of a function. */
export const roleOf = (deployment: Deployment, fn: Resource): Resource => {
  const id = at(fn.properties, 'Role.Fn::GetAtt.0');
  const role = deployment.resources.find((each) => each.stack === fn.stack && each.id === id);
  if (!role) throw new Error(`${fn.id} has no role`);
  return role;
};

/** The statements of a function's role, whether attached or inline. */
export const statementsOf = (deployment: Deployment, fn: Resource): Json[] => {
  const role = roleOf(deployment, fn);
  const attached = deployment
    .all('AWS::IAM::Policy')
    .filter(
      ({ stack, properties }) =>
        stack === fn.stack && list(properties['Roles']).some((each) => at(each, 'Ref') === role.id),
    )
    .map(({ properties }) => properties['PolicyDocument']);
  const inline = list(role.properties['Policies']).map((policy) => at(policy, 'PolicyDocument'));
  return [...attached, ...inline].flatMap((document) => list(at(document, 'Statement')));
};

/** Permissions of a function, one line for each action on each resource, sorted. */
export const grantsOf = (deployment: Deployment, fn: Resource): string[] => {
  const managed = list(roleOf(deployment, fn).properties['ManagedPolicyArns']).map(
    (arn) => `managed ${JSON.stringify(arn)}`,
  );
  const allowed = statementsOf(deployment, fn).flatMap((statement) => {
    const condition = at(statement, 'Condition');
    const suffix = condition ? ` if ${JSON.stringify(condition)}` : '';
    return list(at(statement, 'Action')).flatMap((action) =>
      list(at(statement, 'Resource')).map(
        (resource) => `${String(action)} ${deployment.text(resource, fn.stack)}${suffix}`,
      ),
    );
  });
  return [...managed, ...allowed].sort();
};
