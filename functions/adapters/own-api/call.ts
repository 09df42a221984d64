import { config } from '../../platform/config.ts';
import { NEW_CONNECTION } from '../../platform/new-connections.ts';
import { SYNTHETIC_AGENT } from '../../platform/synthetic.ts';

interface OwnRequest {
  method: 'GET' | 'POST';
  path: string;
  key: string;
  /** Sent with POST requests. */
  idempotencyKey?: string;
  body?: object;
  /** Aborts the request. The request also has a time limit of 20 seconds. */
  limit: AbortSignal;
}

interface OwnApiResponse {
  status: number;
  body: unknown;
}

const TIMEOUT_MS = 20_000;

/**
 * Sends a request to the public URL of this environment, as an external client would. Throws if there is no response in
 * time, or if the response is a redirect or not JSON.
 */
export const callOwnApi = async ({
  method,
  path,
  key,
  idempotencyKey,
  body,
  limit,
}: OwnRequest): Promise<OwnApiResponse> => {
  const response = await fetch(`${config.baseUrl()}${path}`, {
    method,
    headers: {
      Authorization: `Bearer ${key}`,
      'User-Agent': SYNTHETIC_AGENT,
      ...NEW_CONNECTION,
      ...(idempotencyKey === undefined ? {} : { 'Idempotency-Key': idempotencyKey }),
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    redirect: 'error',
    signal: AbortSignal.any([limit, AbortSignal.timeout(TIMEOUT_MS)]),
  });
  return { status: response.status, body: await response.json() };
};
