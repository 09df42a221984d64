import { describe, expect, it } from 'vitest';
import { exportFaults } from '../support/cloudformation/exports.ts';
import { limitFaults, nameFaults } from '../support/cloudformation/limits.ts';
import { referenceFaults } from '../support/cloudformation/references.ts';
import { routeKeyFaults } from '../support/cloudformation/route-keys.ts';
import { schemaFaults } from '../support/cloudformation/schemas.ts';
import type { StackTemplate, TemplateObject } from '../support/cloudformation/template.ts';
import { coveringArray } from '../support/covering-array.ts';

const queue = (properties: TemplateObject = {}, members: TemplateObject = {}): TemplateObject => ({
  Type: 'AWS::SQS::Queue',
  Properties: properties,
  ...members,
});
const template = (resources: TemplateObject, members: TemplateObject = {}): TemplateObject => ({
  Resources: resources,
  ...members,
});
const stack = (name: string, content: TemplateObject, before: readonly string[] = []): StackTemplate => ({
  stack: name,
  template: content,
  before,
});
const exporting = (name: string): TemplateObject =>
  template({}, { Outputs: { Out: { Value: 'x', Export: { Name: name } } } });
const importing = (name: string): TemplateObject =>
  template({ Queue: queue({ QueueName: { 'Fn::ImportValue': name } }) });

const SOUND = template(
  {
    Queue: queue({ QueueName: 'one', VisibilityTimeout: 30, Tags: [{ Key: 'a', Value: 'b' }] }),
    Alarm: {
      Type: 'AWS::CloudWatch::Alarm',
      Properties: {
        ComparisonOperator: 'GreaterThanThreshold',
        EvaluationPeriods: 1,
        Dimensions: [{ Name: 'QueueName', Value: { 'Fn::GetAtt': ['Queue', 'QueueName'] } }],
      },
    },
  },
  { Description: 'A queue', Outputs: { Arn: { Value: { 'Fn::GetAtt': ['Queue', 'Arn'] }, Description: 'Its ARN' } } },
);

it('a valid template has no errors', () => {
  expect([...schemaFaults(SOUND), ...referenceFaults(SOUND), ...limitFaults(SOUND)]).toEqual([]);
  expect(nameFaults([stack('one', SOUND)])).toEqual([]);
});

describe('the schemas report', () => {
  const lambda = (properties: TemplateObject): TemplateObject => ({
    Type: 'AWS::Lambda::Function',
    Properties: { Code: { ZipFile: 'x' }, Role: 'arn', ...properties },
  });
  it.each<[string, TemplateObject, string]>([
    ['an unknown type', { Type: 'AWS::SQS::Line' }, 'there is no type AWS::SQS::Line'],
    ['an unknown member of a resource', queue({}, { Depends: 'x' }), 'a resource has no member Depends'],
    ['an unknown property', queue({ Name: 'x' }), 'has no member Name'],
    ['a missing property', { Type: 'AWS::Lambda::Function', Properties: { Role: 'arn' } }, 'lacks Code'],
    ['a missing nested property', lambda({ SnapStart: {} }), 'SnapStart: lacks ApplyOn'],
    ['a wrong type', queue({ VisibilityTimeout: 'soon' }), '"soon" is not an integer'],
    ['an object in place of text', queue({ QueueName: { a: 1 } }), 'is not a string'],
    ['text in place of a list', lambda({ Layers: 'one' }), 'is not a list'],
    [
      'a function that returns no list',
      lambda({ Layers: { 'Fn::Join': ['', []] } }),
      'Fn::Join does not return a list',
    ],
    ['a value outside an enumeration', lambda({ TracingConfig: { Mode: 'Always' } }), '"Always" is not one of'],
    ['a tag without a value', queue({ Tags: [{ Key: 'a' }] }), 'is not a tag'],
  ])('%s', (_, resource, fault) => {
    expect(schemaFaults(template({ Planted: resource }))).toEqual([expect.stringContaining(fault)]);
  });
});

describe('the references report', () => {
  it.each<[string, TemplateObject, string]>([
    [
      'a Ref to an unknown resource',
      { A: queue({ QueueName: { Ref: 'B' } }) },
      'refers to B, which is not in the template',
    ],
    ['an attribute of an unknown resource', { A: queue({ QueueName: { 'Fn::GetAtt': ['B', 'Arn'] } }) }, 'refers to B'],
    [
      'an attribute that a type does not have',
      { A: queue(), B: queue({ QueueName: { 'Fn::GetAtt': ['A', 'Size'] } }) },
      'has no attribute Size',
    ],
    ['a text with an unknown resource', { A: queue({ QueueName: { 'Fn::Sub': 'a-${B.Arn}' } }) }, 'refers to B'],
    ['a dependency on an unknown resource', { A: queue({}, { DependsOn: ['B'] }) }, 'refers to B'],
    [
      'resources that wait for each other',
      { A: queue({ QueueName: { 'Fn::GetAtt': ['B', 'QueueName'] } }), B: queue({}, { DependsOn: 'A' }) },
      'A -> B -> A',
    ],
  ])('%s', (_, resources, fault) => {
    expect(referenceFaults(template(resources))).toEqual([expect.stringContaining(fault)]);
  });

  it('an output that refers to an unknown resource', () => {
    const planted = template({}, { Outputs: { Out: { Value: { Ref: 'A' } } } });
    expect(referenceFaults(planted)).toEqual(['output Out: refers to A, which is not in the template']);
  });
});

describe('the limits report', () => {
  const token = { 'Fn::Join': ['', ['a', 'b']] };
  const many = (count: number, each: TemplateObject): TemplateObject =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`Id${index}`, each]));
  it.each<[string, TemplateObject, string]>([
    ['a template description that is not text', { Description: token }, 'template: Description is not a literal'],
    [
      'an output description that is not text',
      { Outputs: { Out: { Value: 'x', Description: token } } },
      'Outputs Out: Description is not a literal string',
    ],
    [
      'a parameter description that is not text',
      { Parameters: { In: { Type: 'String', Description: token } } },
      'Parameters In: Description is not a literal string',
    ],
    ['a description that is too long', { Description: 'x'.repeat(1025) }, 'Description is too long'],
    [
      'an export without a literal name',
      { Outputs: { Out: { Value: 'x', Export: { Name: token } } } },
      'no literal name',
    ],
    ['an output without a value', { Outputs: { Out: {} } }, 'Value is not a string'],
    [
      'a policy that is not text',
      template({ A: queue({}, { DeletionPolicy: token }) }),
      'DeletionPolicy is not a literal',
    ],
    ['a logical id with a hyphen', template({ 'A-b': queue() }), 'letters and digits only'],
    ['a name that is too long', template({ A: queue({ QueueName: 'x'.repeat(81) }) }), 'QueueName has 81 characters'],
    ['501 resources', template(many(501, queue())), '501 Resources'],
    ['201 outputs', { Outputs: many(201, { Value: 'x' }) }, '201 Outputs'],
    ['201 parameters', { Parameters: many(201, { Type: 'String' }) }, '201 Parameters'],
    [
      'a function that too many routes may call',
      template(
        many(50, {
          Type: 'AWS::Lambda::Permission',
          Properties: { FunctionName: 'one', SourceArn: { 'Fn::Join': ['', ['arn:', '/*/*/desk/keys/{path+}']] } },
        }),
      ),
      '"one": its permissions have',
    ],
    ['a template of more than a megabyte', { Metadata: { text: 'x'.repeat(1_000_001) } }, 'bytes: a template has'],
  ])('%s', (_, planted, fault) => {
    expect(limitFaults(planted)).toEqual([expect.stringContaining(fault)]);
  });

  it('a name that two resources have, in one stack or in two', () => {
    const named = (): TemplateObject => queue({ QueueName: 'one' });
    expect(nameFaults([stack('a', template({ A: named(), B: named() }))])).toEqual([
      expect.stringContaining('a/B: has the name of a/A'),
    ]);
    expect(nameFaults([stack('a', template({ A: named() })), stack('b', template({ A: named() }))])).toHaveLength(1);
    const fn = { Type: 'AWS::Lambda::Function', Properties: { FunctionName: 'one' } };
    expect(nameFaults([stack('a', template({ A: fn, B: fn }))])).toHaveLength(1);
  });
});

describe('exports and imports report', () => {
  it.each<[string, StackTemplate[], string]>([
    ['an import of an unknown export', [stack('a', importing('x'))], 'imports x, which no stack exports'],
    ['an import of a later stack', [stack('a', importing('x')), stack('b', exporting('x'))], 'is not deployed before'],
    ['an export of two stacks', [stack('a', exporting('x')), stack('b', exporting('x'))], 'which a exports too'],
    ['stacks that wait for each other', [stack('a', {}, ['b']), stack('b', {}, ['a'])], 'a -> b -> a'],
  ])('%s', (_, stacks, fault) => {
    expect(exportFaults(stacks)).toEqual([expect.stringContaining(fault)]);
  });

  it('no error when the exporting stack is deployed first, directly or through another stack', () => {
    const stacks = [stack('a', exporting('x')), stack('b', {}, ['a']), stack('c', importing('x'), ['b'])];
    expect(exportFaults(stacks)).toEqual([]);
  });
});

describe('the rules for route keys report', () => {
  it.each<[string, string[], string]>([
    ['a key without a method', ['/a'], 'a route key is a method'],
    ['an unknown method', ['SEND /a'], 'a route key is a method'],
    ['a variable with text next to it', ['GET /a/x{id}'], 'is not a variable'],
    ['a name used twice in a path', ['GET /{id}/a/{id}'], 'a name is used for two variables'],
    ['a greedy variable that is not last', ['GET /a/{all+}/b'], 'a greedy variable is not the last part'],
    ['two names on one level', ['GET /a/{slug}', 'GET /a/{company_id}/b'], '{company_id} is on the same level'],
    ['two names below variables', ['GET /a/{x}/{y}', 'PUT /a/{x}/{z}'], '{z} is on the same level'],
    ['a greedy variable next to another', ['GET /a/{path+}', 'GET /a/{id}/b'], '{id} is on the same level'],
    [
      'a greedy variable next to one with the same name',
      ['GET /a/{id+}', 'GET /a/{id}/b'],
      '{id} is on the same level',
    ],
    ['a key that exists twice', ['GET /a', 'GET /a'], 'exists twice'],
    ['more routes than an API supports', Array.from({ length: 301 }, (_, index) => `GET /${index}`), '301 routes'],
  ])('%s', (_, keys, fault) => {
    expect(routeKeyFaults(keys)).toEqual([expect.stringContaining(fault)]);
  });

  it('no error for different names below other parents, methods of one path and the default route', () => {
    const keys = ['$default', 'GET /a/{x}', 'PUT /a/{x}', 'GET /b/{y}', 'GET /a/c/{z}', 'ANY /a/{x}/{rest+}'];
    expect(routeKeyFaults(keys)).toEqual([]);
  });
});

describe('a covering array', () => {
  const factors = ['a', 'b', 'c', 'd'].map((name) => ({ name, values: ['off', 'on', 'other'] }));

  it('has every pair of values, in fewer rows than all combinations', () => {
    const rows = coveringArray(factors, () => true);
    expect(rows.length).toBeLessThan(20);
    const pairs = new Set(
      rows.flatMap((row) =>
        Object.entries(row).flatMap(([one, value]) =>
          Object.entries(row).flatMap(([other, next]) => (one < other ? [`${one}${value}${other}${next}`] : [])),
        ),
      ),
    );
    expect(pairs.size).toBe(6 * 9);
  });

  it('has only allowed rows', () => {
    const rows = coveringArray(factors, ({ a, b }) => a !== 'on' || b === undefined || b === 'other');
    expect(rows.filter(({ a, b }) => a === 'on' && b !== 'other')).toEqual([]);
    expect(rows.some(({ a, b }) => a === 'on' && b === 'other')).toBe(true);
  });
});
