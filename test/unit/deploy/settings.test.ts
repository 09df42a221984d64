import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App } from 'aws-cdk-lib';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { applyEnvironmentFile, readEnvironmentFile } from '../../../lib/deploy/environment-file.ts';
import { removalFault, settingsDifference } from '../../../lib/deploy/settings-difference.ts';
import { SettingsRecord, settingTexts } from '../../../lib/deploy/settings-record.ts';
import { ENVIRONMENTS, settingsOf } from '../../../lib/stacks/settings.ts';
import type { SettingValues } from '../../../lib/stacks/setting-values.ts';

const root = mkdtempSync(join(tmpdir(), 'settings-'));
const ARN = 'arn:aws:dynamodb:eu-north-1:111111111111:table/gift-commerce-demo';
const tags = new Map<string, string>();
let exists = true;
let server: Server;

/** DynamoDB responses: one table, whose tags are listed two per page. */
const answer = (operation: string, body: Record<string, unknown>): [number, object] => {
  if (!exists) return [400, { __type: 'com.amazonaws.dynamodb.v20120810#ResourceNotFoundException' }];
  if (operation === 'DescribeTable') return [200, { Table: { TableName: body['TableName'], TableArn: ARN } }];
  if (operation === 'TagResource') {
    for (const { Key, Value } of body['Tags'] as { Key: string; Value: string }[]) tags.set(Key, Value);
    return [200, {}];
  }
  if (operation === 'UntagResource') {
    for (const key of body['TagKeys'] as string[]) tags.delete(key);
    return [200, {}];
  }
  const from = Number(body['NextToken'] ?? 0);
  const all = [...tags].map(([Key, Value]) => ({ Key, Value }));
  const next = from + 2 < all.length ? { NextToken: String(from + 2) } : {};
  return [200, { Tags: all.slice(from, from + 2), ...next }];
};

const environment = (): NodeJS.ProcessEnv => ({
  AWS_ENDPOINT_URL_DYNAMODB: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
  AWS_REGION: 'eu-north-1',
  AWS_ACCESS_KEY_ID: 'key',
  AWS_SECRET_ACCESS_KEY: 'secret',
});

beforeAll(async () => {
  server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const operation = String(request.headers['x-amz-target']).split('.')[1] ?? '';
      const [status, body] = answer(operation, JSON.parse(Buffer.concat(parts).toString()) as Record<string, unknown>);
      response.writeHead(status, { 'content-type': 'application/x-amz-json-1.0' }).end(JSON.stringify(body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  for (const [name, value] of Object.entries(environment())) vi.stubEnv(name, value);
});

afterAll(() => {
  vi.unstubAllEnvs();
  server.close();
  rmSync(root, { recursive: true, force: true });
});

const ALL: SettingValues = {
  mailDomain: 'mail.example.com',
  warmThroughput: { reads: 24_000, writes: 8000 },
  reservedConcurrency: 50,
  contributorInsights: true,
  shift: 'at-once',
  trustedProxies: 1,
  monthlyBudget: 200,
  backupVault: 'arn:aws:backup:eu-west-1:222222222222:backup-vault:copies',
  alarmEmail: 'ops+æ=%@example.com',
  domainName: 'gifts.example.com',
  certificateArn: 'arn:aws:acm:eu-north-1:111111111111:certificate/one',
  paymentGateway: 'stripe',
  courierBaseUrl: 'https://courier.example.com/v1',
  wallets: ['apple', 'google'],
};

const write = (text: string): void => {
  mkdirSync(join(root, 'lib/environments'), { recursive: true });
  writeFileSync(join(root, 'lib/environments/demo.json'), text);
};

describe('the settings file of an environment', () => {
  it.each(ENVIRONMENTS)('exists for %s and is valid', (env) => {
    expect(() => readEnvironmentFile(env)).not.toThrow();
  });

  it('may contain every setting, and the stacks read it from the context', () => {
    write(JSON.stringify(ALL));
    const { node } = new App({ context: { env: 'demo' } });
    expect(applyEnvironmentFile(node, root)).toBeUndefined();
    expect(settingsOf(node)).toMatchObject({ domainName: ALL.domainName, wallets: ALL.wallets, trustedProxies: 1 });
  });

  it.each([
    ['{', /^lib\/environments\/demo\.json: .*JSON/],
    ['[]', /demo\.json: A settings file must be one JSON object\.$/],
    [
      '{"mailDomian": "mail.example.com"}',
      /demo\.json: There is no setting mailDomian\. The settings are mailDomain, /,
    ],
    ['{"trustedProxies": "1"}', /demo\.json: trustedProxies must be the number of proxies in front of the API\.$/],
    ['{"warmThroughput": {"reads": 1, "writes": 1}}', /warmThroughput must be \{"reads": N, "writes": N\} a second/],
    ['{"warmThroughput": {"reads": 24000, "writes": 8000, "units": 1}}', /demo\.json: warmThroughput must be/],
    ['{"domainName": "api.example.com"}', /demo\.json: domainName and certificateArn belong together/],
  ])('%s is rejected with the file, the setting and the reason', (text, reason) => {
    write(text);
    expect(() => readEnvironmentFile('demo', root)).toThrow(reason);
    expect(applyEnvironmentFile(new App({ context: { env: 'demo' } }).node, root)).toMatch(reason);
  });

  it('is the only source of settings: cdk accepts none with -c except the stream of a restored table', () => {
    write('{}');
    const given = (context: object) => new App({ context: { env: 'demo', ...context } }).node;
    expect(applyEnvironmentFile(given({ shift: 'linear' }), root)).toContain('set it in lib/environments/demo.json');
    const tableStream = `${ARN}/stream/2026-01-01T00:00:00.000`;
    expect(applyEnvironmentFile(given({ tableStream }), root)).toBeUndefined();
  });
});

describe('the record of deployed settings', () => {
  it('returns every value, removes unset ones, and does not change other tags', async () => {
    tags.set('service', 'gift-commerce');
    const record = new SettingsRecord('gift-commerce-demo');
    await record.write(settingTexts(ALL));
    expect(await record.read()).toEqual(settingTexts(ALL));
    for (const value of tags.values()) expect(value).toMatch(/^[\w +\-=.:/@]{1,256}$/);
    await record.write({ shift: 'linear' });
    expect(await record.read()).toEqual({ shift: 'linear' });
    expect([...tags.keys()].toSorted()).toEqual(['service', 'setting:shift']);
    record.close();
  });

  it('is empty before the first deployment', async () => {
    exists = false;
    const record = new SettingsRecord('gift-commerce-demo');
    expect(await record.read()).toEqual({});
    exists = true;
    record.close();
  });

  it('is compared with the file, setting by setting', () => {
    const deployed = { shift: 'canary', domainName: 'a.example.com', mailDomain: 'm.example.com' };
    const next = { shift: 'linear', alarmEmail: 'ops@example.com', mailDomain: 'm.example.com' };
    expect(settingsDifference(deployed, next)).toEqual([
      '+ alarmEmail: ops@example.com',
      '- domainName: a.example.com',
      '~ shift: canary -> linear',
    ]);
    expect(removalFault(deployed, next, [], 'FILE')).toContain('--remove domainName');
    expect(removalFault(deployed, next, ['domainName'], 'FILE')).toBeUndefined();
    expect(removalFault(deployed, next, ['domainName', 'shift'], 'FILE')).toContain('FILE still has shift');
  });

  it('stops a deployment that would remove a setting, before anything is built', async () => {
    tags.clear();
    tags.set('setting:domainName', 'gifts.example.com');
    const child = spawn(process.execPath, ['bin/deploy.ts', '--env', 'demo'], {
      env: { PATH: process.env['PATH'], HOME: '/nonexistent', ...environment() },
    });
    let [out, err] = ['', ''];
    child.stdout.on('data', (part: Buffer) => (out += part.toString()));
    child.stderr.on('data', (part: Buffer) => (err += part.toString()));
    const status = await new Promise((resolve) => child.on('close', resolve));
    expect(status).toBe(1);
    expect(out).toContain('- domainName: gifts.example.com');
    expect(err).toContain('lib/environments/demo.json lacks domainName');
    expect(err).toContain('--remove domainName');
  });
});
