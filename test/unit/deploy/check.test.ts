import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { UNUSED } from '../../../lib/ops/unused-gateway.ts';
import { runChecks, type ExternalReads } from '../../../lib/deploy/check/run.ts';
import { authorization } from '../../../lib/deploy/check/signed-call.ts';
import type { SettingValues } from '../../../lib/stacks/setting-values.ts';

const ARN = 'arn:aws:acm:eu-north-1:111111111111:certificate/one';
const SETTINGS: SettingValues = { mailDomain: 'mail.shop.dk', domainName: 'api.shop.dk', certificateArn: ARN };
const trust = (env: string): string =>
  encodeURIComponent(`{"Federated":"token.actions.githubusercontent.com","sub":"repo:a/b:environment:${env}"}`);
const error = (type: string): [number, object] => [400, { __type: type, message: 'refused' }];
const summary = (roles: number): string =>
  `<entry><key>Roles</key><value>${roles}</value></entry><entry><key>RolesQuota</key><value>1000</value></entry>`;
const quota = (QuotaName: string, Value: number) => ({ Quotas: [{ QuotaCode: 'L-1', QuotaName, Value }] });

type Answer = [number, object | string];

/** Responses of a fully prepared account, by operation, path or action. */
const READY: Readonly<Record<string, Answer>> = {
  DescribeTable: [200, { Table: { TableArn: 'arn' } }],
  GetCallerIdentity: [200, '<Account>111111111111</Account>'],
  GetParameter: [200, { Parameter: { Value: '21' } }],
  '/2016-08-19/account-settings': [200, { AccountLimit: { ConcurrentExecutions: 1000 } }],
  'ListServiceQuotas apigateway': [200, quota('Throttle rate', 10_000)],
  'ListServiceQuotas cloudformation': [200, quota('Stack count', 2000)],
  'ListServiceQuotas codedeploy': [200, quota('Concurrent deployments per account', 1000)],
  GetAccountSummary: [200, summary(300)],
  ListApplications: [200, { applications: ['one'] }],
  DescribeCertificate: [200, { Certificate: { Status: 'ISSUED', DomainName: '*.shop.dk', NotAfter: 9e9 } }],
  '/v2/email/account': [
    200,
    {
      ProductionAccessEnabled: true,
      SendingEnabled: true,
      EnforcementStatus: 'HEALTHY',
      SendQuota: { Max24HourSend: 50_000, MaxSendRate: 14 },
    },
  ],
  '/v2/email/identities/mail.shop.dk': [
    200,
    { VerifiedForSendingStatus: true, MailFromAttributes: { MailFromDomainStatus: 'SUCCESS' } },
  ],
  ListOpenIDConnectProviders: [200, '<Arn>arn:aws:iam::1:oidc-provider/token.actions.githubusercontent.com</Arn>'],
  GetRole: [200, `<AssumeRolePolicyDocument>${trust('production')}</AssumeRolePolicyDocument>`],
};
let account: Record<string, Answer> = {};
const unsigned: string[] = [];
let server: Server;

const operationOf = ({ headers, url = '' }: IncomingMessage, body: string): string => {
  const target = headers['x-amz-target'];
  if (typeof target === 'string') {
    const operation = target.split('.').at(-1)!;
    const { ServiceCode } = JSON.parse(body) as { ServiceCode?: string };
    return ServiceCode === undefined ? operation : `${operation} ${ServiceCode}`;
  }
  return new URLSearchParams(body).get('Action') ?? url.replace(/\/$/, '');
};

beforeAll(async () => {
  server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const operation = operationOf(request, Buffer.concat(parts).toString());
      if (!/^AWS4-HMAC-SHA256 .*Signature=\w{64}$/.test(String(request.headers.authorization)))
        unsigned.push(operation);
      const [status, body] = account[operation] ?? [404, { __type: 'NoAnswer', message: operation }];
      const isText = typeof body === 'string';
      response
        .writeHead(status, {
          'content-type': 'application/json',
          'x-amzn-errortype': isText ? '' : (Reflect.get(body, '__type') ?? ''),
        })
        .end(isText ? body : JSON.stringify(body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const profiles = join(await mkdtemp(join(tmpdir(), 'profiles-')), 'credentials');
  await writeFile(profiles, '[vault]\naws_access_key_id = other\naws_secret_access_key = secret\n');
  vi.stubEnv('AWS_SHARED_CREDENTIALS_FILE', profiles);
  vi.stubEnv('AWS_ENDPOINT_URL', `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  vi.stubEnv('AWS_REGION', 'eu-north-1');
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'key');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'secret');
});
afterEach(() => vi.restoreAllMocks());
afterAll(() => {
  vi.unstubAllEnvs();
  server.close();
});

const EXTERNAL_READS: ExternalReads = {
  lookUpDomain: () => Promise.resolve(['d-1.example.net']),
  gatewayDifferences: () => [],
};

const check = async (
  changes: Readonly<Record<string, Answer>> = {},
  {
    env = 'production',
    external = {},
    settings = SETTINGS,
    args = [],
  }: { env?: string; external?: Partial<ExternalReads>; settings?: SettingValues; args?: string[] } = {},
): Promise<{ status: number; out: string }> => {
  account = { ...READY, ...changes };
  const lines: string[] = [];
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => lines.push(String(text)) > 0);
  const status = await runChecks(['--env', env, ...args], { ...EXTERNAL_READS, ...external }, () => settings);
  vi.restoreAllMocks();
  return { status, out: lines.join('') };
};

it('signs a request as AWS documents it', () => {
  const headers = { host: 'example.amazonaws.com', 'x-amz-date': '20150830T123600Z' };
  const secretAccessKey = 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY';
  expect(
    authorization(headers, '', {
      accessKeyId: 'AKIDEXAMPLE',
      secretAccessKey,
      region: 'us-east-1',
      service: 'service',
    }),
  ).toBe(
    'AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20150830/us-east-1/service/aws4_request, SignedHeaders=host;x-amz-date, Signature=5da7c1a2acd57cee7505fc6676e4e544621c30862966e37dddb68e92efbe5d6b',
  );
});

describe('npm run deploy -- check', () => {
  it('finds no fault in an account that is ready, and signs every call', async () => {
    const { status, out } = await check();
    expect(out).toBe(`ok     identity: account 111111111111, region eu-north-1
ok     bootstrap: version 21
ok     executions: 1000 concurrent executions
ok     quotas: apigateway 10000, cloudformation 2000, codedeploy 1000
ok     roles: 300 of 1000 in use
ok     code deploy: responds, 1 applications
ok     certificate: issued for api.shop.dk
ok     domain: api.shop.dk resolves to d-1.example.net
ok     mail: 50000 a day, 14 a second
ok     mail domain: mail.shop.dk is verified
ok     payments: stripe and mollie set up
ok     backup vault: not used: no backupVault
ok     pipeline: role gift-commerce-production-deploy
No fault found.
`);
    expect(status).toBe(0);
    expect(unsigned).toEqual([]);
  });

  const sandbox = {
    SendingEnabled: true,
    ProductionAccessEnabled: false,
    SendQuota: { Max24HourSend: 200, MaxSendRate: 1 },
  };
  const certificate = (change: object): Answer => [
    200,
    { Certificate: { Status: 'ISSUED', DomainName: 'api.shop.dk', ...change } },
  ];
  it.each<[string, Record<string, Answer>, string, string]>([
    ['no bootstrap', { GetParameter: error('ParameterNotFound') }, 'bootstrap: not bootstrapped', 'npx cdk bootstrap'],
    [
      'an old bootstrap',
      { GetParameter: [200, { Parameter: { Value: '5' } }] },
      'version 5, the templates need 6',
      'npx cdk bootstrap',
    ],
    [
      'a low quota',
      { 'ListServiceQuotas apigateway': [200, quota('Throttle rate', 100)] },
      'quotas: 1 too low',
      '--service-code apigateway --quota-code L-1 --desired-value 5000',
    ],
    [
      'many roles',
      { DescribeTable: error('ResourceNotFoundException'), GetAccountSummary: [200, summary(900)] },
      '900 of 1000 in use, the environment needs',
      '--quota-code L-FE177D64',
    ],
    [
      'the sandbox',
      { '/v2/email/account': [200, sandbox] },
      'in the sandbox',
      'put-account-details --production-access-enabled',
    ],
    [
      'stopped mail',
      { '/v2/email/account': [200, { SendingEnabled: false, EnforcementStatus: 'SHUTDOWN' }] },
      'SES has stopped sending',
      'AWS Support',
    ],
    [
      'an unverified domain',
      { '/v2/email/identities/mail.shop.dk': [200, { VerifiedForSendingStatus: false }] },
      'mail.shop.dk is not verified',
      'Set the records',
    ],
    [
      'a pending certificate',
      { DescribeCertificate: certificate({ Status: 'PENDING_VALIDATION' }) },
      'PENDING_VALIDATION',
      'describe-certificate',
    ],
    [
      'a certificate for another name',
      { DescribeCertificate: certificate({ DomainName: 'shop.dk' }) },
      'it is for shop.dk',
      'request-certificate --domain-name api.shop.dk',
    ],
    [
      'an old certificate',
      { DescribeCertificate: certificate({ NotAfter: Date.now() / 1000 + 86_400 * 3.5 }) },
      'it expires in 3 days',
      'validation record',
    ],
    [
      'a trust policy without the environment',
      { GetRole: [200, `<AssumeRolePolicyDocument>${trust('demo')}</AssumeRolePolicyDocument>`] },
      'does not name environment:production',
      'pipeline.md',
    ],
    [
      'a refused call',
      { GetCallerIdentity: [403, '<Code>AccessDenied</Code><Message>no</Message>'] },
      'identity: AccessDenied: no',
      'rights to read',
    ],
  ])('finds %s, with a remedy', async (_, changes, text, remedy) => {
    const { status, out } = await check(changes);
    expect(out).toMatch(/\n1 fault found\.\n$/);
    const [, line = '', after = ''] = /^fault  (.*)\n((?: +-> .*\n)+)/m.exec(out)!;
    expect(line).toContain(text);
    expect(after).toContain(remedy);
    expect(status).toBe(1);
  });

  it.each<[string, Record<string, Answer>, string]>([
    [
      'a low concurrency quota',
      { '/2016-08-19/account-settings': [200, { AccountLimit: { ConcurrentExecutions: 10 } }] },
      'executions: 10 concurrent',
    ],
    ['a quota that is not listed', { 'ListServiceQuotas codedeploy': [200, { Quotas: [] }] }, 'not listed: codedeploy'],
    [
      'a mail domain before the first deployment',
      { '/v2/email/identities/mail.shop.dk': [404, { __type: 'NotFoundException' }] },
      'is not known to SES yet',
    ],
    [
      'a gateway before the first deployment',
      { DescribeTable: error('ResourceNotFoundException') },
      'payments: the environment is not deployed',
    ],
    ['no provider', { ListOpenIDConnectProviders: [200, ''] }, 'pipeline: no identity provider'],
    ['no role', { GetRole: [404, '<Code>NoSuchEntity</Code>'] }, 'pipeline: no role'],
  ])('notes %s, which is not a fault', async (_, changes, text) => {
    const { status, out } = await check(changes);
    expect(out).toMatch(new RegExp(`^note   .*${text}.*\\n +-> \\S`, 'm'));
    expect(status).toBe(0);
  });

  const VAULT = 'arn:aws:backup:eu-central-1:222222222222:backup-vault:copies';
  const statement = (change: object = {}): Answer => [
    200,
    {
      Policy: JSON.stringify({
        Version: '2012-10-17',
        Statement: {
          Effect: 'Allow',
          Principal: { AWS: ['arn:aws:iam::111111111111:root'] },
          Action: ['backup:CopyInto*'],
          Resource: '*',
          ...change,
        },
      }),
    },
  ];
  const VAULT_READY: Readonly<Record<string, Answer>> = {
    '/account-settings': [
      200,
      {
        ResourceTypeOptInPreference: { DynamoDB: true, S3: true },
        ResourceTypeManagementPreference: { DynamoDB: true },
      },
    ],
    '/global-settings': [200, { GlobalSettings: { isCrossAccountBackupEnabled: 'true' } }],
    '/backup-vaults/copies': [200, { BackupVaultName: 'copies' }],
    '/backup-vaults/copies/access-policy': statement(),
  };
  const withVault = (
    changes: Readonly<Record<string, Answer>>,
    arn = VAULT,
    args: string[] = ['--vault-profile', 'vault'],
  ) => check({ ...VAULT_READY, ...changes }, { settings: { ...SETTINGS, backupVault: arn }, args });

  it('reads the vault of another account with its profile, and the vault of this account without one', async () => {
    const elsewhere = await withVault({});
    expect(elsewhere.out).toContain(
      'ok     backup vault: copies go to copies in eu-central-1 of account 222222222222\n',
    );
    expect(elsewhere.status).toBe(0);
    const unread = await withVault({}, VAULT, []);
    expect(unread.out).toMatch(
      /note {3}backup vault: .*222222222222.*\n +-> .*--env production --vault-profile PROFILE/,
    );
    const own = VAULT.replace('222222222222', '111111111111');
    const noPolicy = { '/backup-vaults/copies/access-policy': error('ResourceNotFoundException') };
    expect((await withVault(noPolicy, own, [])).out).toContain('ok     backup vault: copies go to copies');
    expect(unsigned).toEqual([]);
  });

  it.each<[string, Record<string, Answer>, string, string]>([
    [
      'services that AWS Backup does not manage',
      { '/account-settings': [200, { ResourceTypeOptInPreference: { DynamoDB: true, S3: false } }] },
      'off in eu-north-1: S3, advanced backups of DynamoDB',
      'aws backup update-region-settings',
    ],
    [
      'an organization without copies across accounts',
      { '/global-settings': [200, { GlobalSettings: { isCrossAccountBackupEnabled: 'false' } }] },
      'does not allow backups across accounts',
      'update-global-settings',
    ],
    [
      'no vault',
      { '/backup-vaults/copies': error('ResourceNotFoundException') },
      'account 222222222222 has no vault copies in eu-central-1',
      'create-backup-vault --backup-vault-name copies --region eu-central-1',
    ],
    [
      'a locked vault',
      { '/backup-vaults/copies': [200, { MinRetentionDays: 30 }] },
      'from 30 to Infinity days, copies are kept for 14',
      'delete-backup-vault-lock-configuration',
    ],
    [
      'no policy',
      { '/backup-vaults/copies/access-policy': error('ResourceNotFoundException') },
      'does not allow copies from account 111111111111',
      '"Principal":{"AWS":"arn:aws:iam::111111111111:root"}',
    ],
    [
      'a policy for another account',
      { '/backup-vaults/copies/access-policy': statement({ Principal: { AWS: '333333333333' } }) },
      'does not allow copies',
      'put-backup-vault-access-policy',
    ],
    [
      'a policy for something else',
      { '/backup-vaults/copies/access-policy': statement({ Action: 'backup:DescribeBackupVault' }) },
      'does not allow copies',
      'put-backup-vault-access-policy',
    ],
    [
      'a denial',
      { '/backup-vaults/copies/access-policy': statement({ Effect: 'Deny', Principal: '*', Action: 'backup:*' }) },
      'does not allow copies',
      'put-backup-vault-access-policy',
    ],
  ])('finds %s of a remote vault, with a remedy', async (_, changes, text, remedy) => {
    const { status, out } = await withVault(changes);
    const [, line = '', after = ''] = /^fault  backup vault: (.*)\n((?: +-> .*\n)+)/m.exec(out)!;
    expect(line).toContain(text);
    expect(after).toContain(remedy);
    expect(status).toBe(1);
  });

  it('checks the requirements of the settings: reserved executions, a domain, Stripe', async () => {
    const reserved = await check({}, { settings: { ...SETTINGS, reservedConcurrency: 60 } });
    expect(reserved.out).toContain('ok     executions');
    const few: Record<string, Answer> = {
      '/2016-08-19/account-settings': [200, { AccountLimit: { ConcurrentExecutions: 200 } }],
    };
    const short = await check(few, { settings: { ...SETTINGS, reservedConcurrency: 50 } });
    expect(short.out).toContain('reservedConcurrency 50 needs 1000');
    expect(short.status).toBe(1);
    const plain = await check({}, { env: 'demo', settings: {} });
    expect(plain.out).toMatch(/ok {5}code deploy: not used[^]*ok {5}payments: not used/);
    expect(plain.out).toContain('note   mail: no mailDomain');
    const external: Partial<ExternalReads> = {
      lookUpDomain: () => Promise.resolve([]),
      gatewayDifferences: (gateway) => (gateway === 'stripe' ? ['The endpoint is disabled.'] : []),
    };
    const { out } = await check({}, { external });
    expect(out).toContain('note   domain: api.shop.dk has no record');
    expect(out).toMatch(/fault {2}payments: stripe: The endpoint is disabled\.\n +-> npm run ops -- stripe setup/);
    const unused = (...gateways: string[]): Partial<ExternalReads> => ({
      gatewayDifferences: (gateway) => (gateways.includes(gateway) ? [`No ${gateway} key is stored.`, UNUSED] : []),
    });
    const alone = await check({}, { external: unused('stripe') });
    expect(alone).toMatchObject({ status: 0, out: expect.stringContaining('ok     payments: mollie set up\n') });
    const none = await check({}, { external: unused('stripe', 'mollie') });
    expect(none.out).toMatch(/note {3}payments: no gateway is set up.*\n +-> .*stripe setup.* or .*mollie setup/);
    await expect(runChecks(['--env', 'prod'])).rejects.toThrow('npm run deploy -- check --env');
  });
});
