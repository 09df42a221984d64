import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { at, Deployment, deploymentOf, list } from './templates.ts';

const FOLDER = 'lib/runbooks';
const pages = readdirSync(FOLDER).filter((file) => file.endsWith('.md'));
const textOf = (file: string): string => readFileSync(join(FOLDER, file), 'utf8');

const production = deploymentOf({ env: 'production', alarmEmail: 'ops@example.com' });
const prefix = 'gift-commerce-production';
const CERTIFICATE = 'arn:aws:acm:eu-north-1:111111111111:certificate/one';
/** Name of the restored table, which exists next to the current one. */
const COPY = `${prefix}-then`;

const names = (type: string, property: string): string[] => [...production.byName(type, property).keys()];
const tables = names('AWS::DynamoDB::GlobalTable', 'TableName');
const functions = names('AWS::Lambda::Function', 'FunctionName');
const rules = names('AWS::Events::Rule', 'Name');
const stacks = [...new Set(production.resources.map(({ stack }) => stack))];

/** Names of production that follow an option or a command anywhere in the text. */
const calledIn = (text: string, before: string): string[] =>
  [...text.matchAll(new RegExp(`${before} (${prefix}[\\w-]*)`, 'g'))].map(([, name]) => name!);

describe('names in runbooks', () => {
  it.each(pages)('%s: tables, functions and stacks exist in production', (file) => {
    const text = textOf(file);
    expect([...tables, COPY]).toEqual(expect.arrayContaining(calledIn(text, '--(?:source-|target-)?table-name')));
    expect(functions).toEqual(expect.arrayContaining(calledIn(text, '--function-name')));
    expect(stacks).toEqual(
      expect.arrayContaining([...calledIn(text, 'npx cdk \\w+'), ...calledIn(text, '--stack-name')]),
    );
    // Every name in the text must be one of these.
    const known = new Set([...tables, COPY, ...functions, ...stacks, `${prefix}-`]);
    const named = [...text.matchAll(new RegExp(`${prefix}[\\w-]*`, 'g'))].map(([name]) => name);
    expect(named.filter((name) => !known.has(name))).toEqual([]);
  });
});

describe('names without an environment', () => {
  const demo = deploymentOf({ env: 'demo', domainName: 'gifts.example.com', certificateArn: CERTIFICATE });
  const deployedNames = (type: string, property: string): string[] =>
    [...demo.byName(type, property).keys()].map((name) => name.replace('gift-commerce-demo-', ''));
  const deployedFunctions = deployedNames('AWS::Lambda::Function', 'FunctionName');
  const queues = deployedNames('AWS::SQS::Queue', 'QueueName').map((name) => name.replace(/-dlq$/, ''));
  const outputs = [...demo.outputs.keys()].map((name) => name.split(' ').at(-1));
  const all = pages.map(textOf).join('\n');
  const namedIn = (pattern: RegExp): string[] => [...all.matchAll(pattern)].map(([, name = '']) => name);

  it.each<[string, readonly (string | undefined)[], RegExp]>([
    ['rules', deployedNames('AWS::Events::Rule', 'Name'), /rule `gift-commerce-ENV-([a-z-]+)`/g],
    ['logs of functions', deployedFunctions, /\blogs? of `([a-z-]+)`/g],
    ['schedules', deployedFunctions, /schedules run ([a-z-]+)/g],
    ['queues', queues, /dlq (?:list|replay|drop) ([a-z][a-z-]+)/g],
    ['outputs', outputs, /`((?:Mail|Domain|Base)[A-Z]\w+)`/g],
  ])('%s exist in the templates', (_, known, pattern) => {
    const named = namedIn(pattern);
    expect(named.length).toBeGreaterThan(0);
    expect(known).toEqual(expect.arrayContaining(named));
  });
});

describe('a stack that a runbook destroys', () => {
  const destroyed = pages.flatMap((file) =>
    [...textOf(file).matchAll(/npx cdk destroy (gift-[\w-]+)([^\n`]*)/g)].map(([, stack = '', options = '']) => ({
      stack,
      options,
    })),
  );
  const dependentsOf = (stack: string): string[] =>
    [...production.before].flatMap(([name, before]) => (before.includes(stack) ? [name] : []));

  it('is destroyed without the stacks that depend on it', () => {
    const needed = destroyed.filter(({ stack }) => dependentsOf(stack).length > 0);
    expect(needed.map(({ stack }) => stack)).toContain(`${prefix}-stage`);
    expect(needed.filter(({ options }) => !options.includes('--exclusively'))).toEqual([]);
    // CloudFormation would refuse to delete a stack whose exports others import.
    const exporting = new Set([...production.exports.values()].map(({ stack }) => stack));
    expect(needed.filter(({ stack }) => exporting.has(stack))).toEqual([]);
  });
});

describe('a table that is restored', () => {
  const text = textOf('restore.md');
  const [table] = production.all('AWS::DynamoDB::GlobalTable');

  it('gets the stream, the expiry and the tags of a deployment again', () => {
    const { StreamSpecification, TimeToLiveSpecification } = table!.properties;
    expect(text).toContain(`StreamViewType=${String(at(StreamSpecification, 'StreamViewType'))}`);
    expect(text).toContain(`Enabled=true,AttributeName=${String(at(TimeToLiveSpecification, 'AttributeName'))}`);
    const tags = at(table!.properties, 'Replicas.0.Tags') as { Key: string; Value: string }[];
    expect(text).toContain(
      `--tags ${tags
        .map(({ Key, Value }) => `Key=${Key},Value=${Value}`)
        .toReversed()
        .join(' ')}`,
    );
  });

  it('has a new stream, which workers use through a setting while the data stack still exports the old one', () => {
    const stream =
      'arn:aws:dynamodb:eu-north-1:111111111111:table/gift-commerce-production/stream/2026-01-01T00:00:00.000';
    const deployment = new Deployment({ env: 'production', tableStream: stream }, []);
    const [name] = [...deployment.exports].find(([, { value, stack }]) =>
      deployment.text(value, stack).endsWith('.StreamArn'),
    )!;
    const workers = (within: Deployment): string =>
      JSON.stringify(within.resources.filter(({ stack }) => stack === `${prefix}-workers`));
    expect(workers(production)).toContain(name);
    expect(workers(deployment)).not.toContain(name);
    const read = deployment
      .all('AWS::Lambda::EventSourceMapping')
      .map(({ properties }) => properties['EventSourceArn']);
    expect(read.filter((arn) => arn === stream)).toHaveLength(2);
    expect(text).toContain('-c tableStream=');
    expect(() => new Deployment({ env: 'production', tableStream: 'STREAM_ARN' }, [])).toThrow(
      'ARN of a DynamoDB stream',
    );
  });

  it('has its mappings checked, one for each function that reads its stream', () => {
    const readers = production
      .all('AWS::Lambda::EventSourceMapping')
      .filter(({ properties, stack }) => production.text(properties['EventSourceArn'], stack).endsWith('.StreamArn'))
      .map(({ properties, stack }) => production.text(properties['FunctionName'], stack).replaceAll(/[<>]/g, ''));
    expect(readers.length).toBeGreaterThan(1);
    expect(calledIn(text, '--function-name').toSorted()).toEqual(readers.toSorted());
  });

  it('is unused in the meantime: every internal trigger is a mapping or a rule that the runbook lists', () => {
    const mapped = production
      .all('AWS::Lambda::EventSourceMapping')
      .map(({ properties, stack }) => production.text(properties['FunctionName'], stack).replaceAll(/[<>]/g, ''));
    expect(mapped.every((name) => name.startsWith(`${prefix}-`))).toBe(true);
    expect(rules.every((name) => name.startsWith(`${prefix}-`))).toBe(true);
    const others = production
      .all('AWS::Events::Rule')
      .filter(({ properties }) => properties['ScheduleExpression'] === undefined);
    // These rules send messages to a queue, which stores them.
    const targets = others.flatMap(({ properties, stack }) =>
      list(properties['Targets']).map((target) => production.text(at(target, 'Arn'), stack)),
    );
    const queues = names('AWS::SQS::Queue', 'QueueName').map((name) => `<${name}>.Arn`);
    expect(targets.length).toBeGreaterThan(0);
    expect(queues).toEqual(expect.arrayContaining(targets));
    expect(text).toContain('Rules[?ScheduleExpression].Name');
  });

  it('is warmed together with each of its indexes', () => {
    const indexes = list(table!.properties['GlobalSecondaryIndexes']).map((index) => at(index, 'IndexName'));
    expect(text).toContain(`for index in ${indexes.join(' ')}; do`);
  });

  it('is deployed without public access, because the stage requires the ordinary deployment', () => {
    const alone = [...text.matchAll(/npx cdk deploy (\S+) --exclusively/g)].map(([, name]) => name);
    expect(alone).toEqual([`${prefix}-workers`, `${prefix}-data`]);
  });
});
