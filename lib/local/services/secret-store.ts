import { randomBytes } from 'node:crypto';
import type { Call } from '../../policies.ts';
import type { HttpRequest } from '../gateway/gateway-event.ts';

import { jsonReply, type HttpReply } from '../gateway/gateway-result.ts';
import { invocations } from '../lambda/invocation.ts';
import type { State } from '../state.ts';
import { awsJsonResponse, jsonOf, operationOf, type WireRequest, type WireService } from '../wire/wire.ts';

/** Where Secrets Manager appears under the stack's own address. */
export const SECRETS_PATH = '/_secrets';

const madeHere: Record<string, () => string> = {
  keys: () => randomBytes(32).toString('hex'),
  payments: () =>
    JSON.stringify({
      secret_key: 'sk_test_thismachine',
      webhook_secret: `whsec_${randomBytes(32).toString('hex')}`,
    }),
  courier: () => JSON.stringify({ api_key: 'local' }),
};

interface Answer {
  status: number;
  body: Record<string, unknown>;
}

/** Secrets Manager as far as functions and commands need it: secrets of this stack by name, kept in its data folder. */
export class SecretStore {
  readonly #state: State;

  constructor(state: State) {
    this.#state = state;
    // A folder from before keys were exchanged one by one holds the root under its former name.
    const root = state.get('app-secret');
    if (root !== undefined && state.get('secret:keys') === undefined) state.set('secret:keys', root);
    for (const [name, make] of Object.entries(madeHere)) state.getOrMake(`secret:${name}`, make);
  }

  /** What each secret holds, for commands on this machine. */
  all(): Record<string, string> {
    return Object.fromEntries(Object.keys(madeHere).map((name) => [name, this.#state.get(`secret:${name}`) ?? '']));
  }

  serve({ method, headers, body }: HttpRequest): HttpReply {
    const operation = String(headers['x-amz-target']).split('.').at(-1) ?? '';
    if (method !== 'POST') return jsonReply(404, { message: 'Not found.' });
    const answer = this.#answer(operation, JSON.parse(body.toString()) as Record<string, unknown>);
    return jsonReply(answer.status, answer.body);
  }

  service(): WireService {
    return {
      target: 'secrets',
      serves: (request) => (request.headers['x-amz-target'] ?? '').startsWith('secretsmanager.'),
      calls: secretCalls,
      able: () => true,
      commits: () => false,
      trouble: (_, mode) =>
        mode === 'denied'
          ? awsJsonResponse(400, { __type: 'AccessDeniedException', message: 'Not allowed.' })
          : awsJsonResponse(503, { __type: 'InternalServiceError', message: 'The service is unavailable.' }),
      send: (request) => {
        const { status, body } = this.#answer(operationOf(request), jsonOf(request));
        return Promise.resolve(awsJsonResponse(status, body));
      },
    };
  }

  #answer(operation: string, { SecretId, SecretString }: Record<string, unknown>): Answer {
    const name = String(SecretId);
    if (!(name in madeHere)) {
      return { status: 400, body: { __type: 'ResourceNotFoundException', message: `There is no secret ${name}.` } };
    }
    if (operation === 'PutSecretValue') {
      this.#state.set(`secret:${name}`, String(SecretString));
      return { status: 200, body: { ARN: name, Name: name, VersionId: crypto.randomUUID() } };
    }
    return { status: 200, body: { ARN: name, Name: name, SecretString: this.#state.get(`secret:${name}`) } };
  }
}

/**
 * Functions share one process here, and with it what any of them has done before an invocation: one that has no key of its
 * own may be the first to read them for all. Bundles tell who needs them (test/stack/bindings.test.ts).
 */
const secretCalls = (request: WireRequest): Call[] => {
  const name = String(jsonOf(request)['SecretId']);
  const readsForOthers = name === 'keys' && invocations.getStore()?.definition.uses.includes('keys') === false;
  return readsForOthers ? [] : [{ action: `secretsmanager:${operationOf(request)}`, resource: `secret/${name}` }];
};
