import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { allFunctions } from '../../lib/definition.ts';
import { differences, readCalls } from '../grants/compare.ts';
import { NOT_MET } from '../grants/not-met.ts';
import { roleStatements } from '../grants/roles.ts';
import { deploymentOf } from './templates.ts';

const prefix = 'gift-commerce-demo';
const deployment = deploymentOf({ env: 'demo' });
const functions = deployment.byName('AWS::Lambda::Function', 'FunctionName');
const definitionOf = (name: string) => allFunctions().find((each) => each.name === name)!;
const roleOf = (name: string) => roleStatements(deployment, functions.get(`${prefix}-${name}`)!, prefix);
const folder = mkdtempSync(join(tmpdir(), 'calls-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const READ = { action: 'dynamodb:GetItem', resource: 'table', leadingKeys: ['ITEM#'] };
const COUNT = { action: 'dynamodb:UpdateItem', resource: 'table', leadingKeys: ['GUESSES#'] };
const LIST = { action: 'dynamodb:Query', resource: 'table/index/ix4', leadingKeys: ['nordlys#items'] };
const ORDER = { ...LIST, resource: 'table/index/ix2' };
const DEAL = { ...LIST, resource: 'table/index/ix3', leadingKeys: ['nordlys#deals#A'] };
const of = (name: string, calls: object[]) => {
  writeFileSync(join(folder, '1.jsonl'), calls.map((call) => `${JSON.stringify(call)}\n`).join(''));
  return differences(definitionOf(name), roleOf(name), readCalls(folder));
};

describe('recorded calls, compared with the synthesized role', () => {
  it('report no difference when they use exactly its permissions', () => {
    expect(of('read-item', [READ, COUNT, LIST, ORDER, DEAL])).toEqual({ beyond: [], idle: [] });
  });

  it('report a call that it does not allow, by action, resource and kind of row', () => {
    const other = { ...COUNT, leadingKeys: ['ITEM#'] };
    const index = { action: 'dynamodb:Query', resource: 'table/index/ix1', leadingKeys: ['nordlys#items'] };
    expect(of('read-item', [READ, COUNT, other, index]).beyond).toEqual([
      'dynamodb:Query on table/index/ix1 for nordlys#items',
      'dynamodb:UpdateItem on table for ITEM#',
    ]);
  });

  it('report a binding that no call used', () => {
    expect(of('read-item', [READ]).idle).toEqual(['index:ix2', 'index:ix3', 'index:ix4', 'rows:GUESSES']);
    expect(of('list-claimed-items', [READ]).idle).toEqual(['index:ix1']);
    expect(of('stream-relay', []).idle).toContain('queue:mail');
  });

  it('report a grant of the role that no binding defines', () => {
    const extra = { actions: ['dynamodb:Scan'], resources: ['table'] };
    const { idle } = differences(
      definitionOf('read-item'),
      [...roleOf('read-item'), extra],
      [READ, COUNT, LIST, ORDER, DEAL],
    );
    expect(idle).toEqual(['dynamodb:Scan on table']);
  });

  it('count a signed URL as a use of its permission', () => {
    const { idle } = of('open-greeting-image-upload', [{ ...READ, action: 'dynamodb:PutItem' }]);
    expect(idle).not.toContain('objects:write');
  });

  it('have exceptions only for bindings of the function', () => {
    for (const { binding, functions: names } of NOT_MET) {
      for (const name of names) expect(definitionOf(name).uses, name).toContain(binding);
    }
  });
});
