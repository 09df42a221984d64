import { randomBytes, randomUUID } from 'node:crypto';
import { parseWalletCredentials } from '../../../functions/adapters/wallet/certificates.ts';
import { FILLED_IN } from '../../../functions/adapters/secrets/describe.ts';
import { nowMs } from '../../../functions/platform/clock.ts';
import type { AwsCall } from '../../policies.ts';
import type { GatewayRequest } from '../gateway/gateway-event.ts';
import { jsonReply, type HttpReply } from '../gateway/gateway-result.ts';
import { invocations } from '../lambda/invocation.ts';
import type { LocalState } from '../state.ts';
import { awsJsonResponse, jsonOf, wireOperationOf, type WireRequest, type WireService } from '../wire/wire.ts';

/** Path of Secrets Manager under the stack's own URL. */
export const SECRETS_PATH = '/_secrets';

const INITIAL_VALUES: Record<string, () => string> = {
  keys: () => randomBytes(32).toString('hex'),
  payments: () =>
    JSON.stringify({
      secret_key: 'sk_test_thismachine',
      webhook_secret: `whsec_${randomBytes(32).toString('hex')}`,
    }),
  courier: () => JSON.stringify({ api_key: 'local' }),
  // Both are empty, as after a deployment, because only Apple and Google issue these credentials.
  wallet: () => JSON.stringify({ apple: '', google: '' }),
};

interface Answer {
  status: number;
  body: Record<string, unknown>;
}

interface Version {
  id: string;
  changedAtMs: number;
  labels: string[];
}

/** Metadata of a secret: its current and previous version. */
interface Versions {
  current: Version;
  previous?: Version;
}

/** Secrets Manager for functions and commands: secrets of this stack by name, kept in its data folder. */
export class SecretStore {
  readonly #state: LocalState;

  constructor(state: LocalState) {
    this.#state = state;
    for (const [name, make] of Object.entries(INITIAL_VALUES)) {
      state.getOrCreate(`secret:${name}`, make);
      const labels = name === 'wallet' ? [] : [FILLED_IN];
      state.getOrCreate(`secret-versions:${name}`, () => JSON.stringify({ current: newVersion(labels) }));
    }
  }

  /** Values of all secrets, for commands on this machine. */
  all(): Record<string, string> {
    return Object.fromEntries(
      Object.keys(INITIAL_VALUES).map((name) => [name, this.#state.get(`secret:${name}`) ?? '']),
    );
  }

  /** Wallets that have certificates. A deployment has a setting for this. */
  wallets(): string[] {
    try {
      return Object.keys(parseWalletCredentials(this.all()['wallet'] ?? ''));
    } catch {
      return [];
    }
  }

  serve({ method, headers, body }: GatewayRequest): HttpReply {
    const operation = String(headers['x-amz-target']).split('.').at(-1) ?? '';
    if (method !== 'POST') return jsonReply(404, { message: 'Not found.' });
    const response = this.#answer(operation, JSON.parse(body.toString()) as Record<string, unknown>);
    return jsonReply(response.status, response.body);
  }

  service(): WireService {
    return {
      target: 'secrets',
      serves: (request) => (request.headers['x-amz-target'] ?? '').startsWith('secretsmanager.'),
      calls: secretCalls,
      canFail: () => true,
      commits: () => false,
      errorResponse: (_, mode) =>
        mode === 'denied'
          ? awsJsonResponse(400, { __type: 'AccessDeniedException', message: 'Not allowed.' })
          : awsJsonResponse(503, { __type: 'InternalServiceError', message: 'The service is unavailable.' }),
      send: (request) => {
        const { status, body } = this.#answer(wireOperationOf(request), jsonOf(request));
        return Promise.resolve(awsJsonResponse(status, body));
      },
    };
  }

  #answer(operation: string, input: Record<string, unknown>): Answer {
    const name = String(input['SecretId']);
    if (!(name in INITIAL_VALUES)) {
      return { status: 400, body: { __type: 'ResourceNotFoundException', message: `There is no secret ${name}.` } };
    }
    const identity = { ARN: name, Name: name };
    if (operation === 'PutSecretValue')
      return { status: 200, body: { ...identity, VersionId: this.#put(name, input) } };
    if (operation === 'DescribeSecret') return { status: 200, body: { ...identity, ...this.#describe(name) } };
    return { status: 200, body: { ...identity, SecretString: this.#state.get(`secret:${name}`) } };
  }

  #versions(name: string): Versions {
    return JSON.parse(this.#state.get(`secret-versions:${name}`) ?? '') as Versions;
  }

  #put(name: string, { SecretString, VersionStages }: Record<string, unknown>): string {
    const labels = ((VersionStages as string[] | undefined) ?? []).filter((label) => label !== 'AWSCURRENT');
    const { current: former } = this.#versions(name);
    const previous = { ...former, labels: former.labels.filter((label) => !labels.includes(label)) };
    const current = newVersion(labels);
    this.#state.set(`secret:${name}`, String(SecretString));
    this.#state.set(`secret-versions:${name}`, JSON.stringify({ current, previous }));
    if (name === 'wallet' && !process.env['WALLET_FILE']) process.env['WALLETS'] = this.wallets().join(',');
    return current.id;
  }

  #describe(name: string): Record<string, unknown> {
    const { current, previous } = this.#versions(name);
    return {
      LastChangedDate: current.changedAtMs / 1000,
      VersionIdsToStages: {
        [current.id]: ['AWSCURRENT', ...current.labels],
        ...(previous ? { [previous.id]: ['AWSPREVIOUS', ...previous.labels] } : {}),
      },
    };
  }
}

const newVersion = (labels: string[]): Version => ({ id: randomUUID(), changedAtMs: nowMs(), labels });

/**
 * Requires no permission for keys if the function has none: all functions share this process, so any of them may be the
 * first to read the keys for all. The test of bundles checks which functions need them (test/bundles/bindings.test.ts).
 */
const secretCalls = (request: WireRequest): AwsCall[] => {
  const name = String(jsonOf(request)['SecretId']);
  const operation = wireOperationOf(request);
  const readsForOthers =
    operation === 'GetSecretValue' &&
    name === 'keys' &&
    invocations.getStore()?.definition.uses.includes('keys') === false;
  return readsForOthers ? [] : [{ action: `secretsmanager:${operation}`, resource: `secret/${name}` }];
};
