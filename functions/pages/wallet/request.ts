import { ApiError } from '../../platform/errors.ts';
import type { PublicRequest } from '../../pipeline/public-endpoint.ts';
import type { PassRequest } from '../../domain/fulfillment/wallet/pass-request.ts';

/** Maximum body size: devices send little. */
const BODY_MAX_BYTES = 64 * 1024;

/** Pass and device in an address, and the token of the request. */
export const passRequest = ({ params, headers }: PublicRequest): PassRequest & { device: string } => ({
  passType: params['pass_type'] ?? '',
  serial: params['serial'] ?? '',
  device: params['device'] ?? '',
  authorization: headers['authorization'],
});

/** Members of a JSON body. Throws 400 for a body that is not a JSON object. */
export const membersOf = ({ rawBody }: PublicRequest): Record<string, unknown> => {
  const text = rawBody.length > BODY_MAX_BYTES ? '' : rawBody.toString('utf8');
  try {
    const body: unknown = JSON.parse(text);
    if (typeof body === 'object' && body !== null) return body as Record<string, unknown>;
  } catch {
    // Rejected below, like JSON that is not an object.
  }
  throw new ApiError(400, 'malformed_json', 'The body must be a JSON object.');
};
