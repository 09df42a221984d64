import { ApiError } from '../../platform/errors.ts';
import type { PublicRequest } from '../../pipeline/public-endpoint.ts';
import type { PassRequest } from '../../domain/fulfillment/wallet/pass-request.ts';

/** Maximum size of a body. Devices send much less. */
const BODY_MAX_BYTES = 64 * 1024;

/** The pass and the device in the URL, and the token in the header. */
export const passRequest = ({ params, headers }: PublicRequest): PassRequest & { device: string } => ({
  passType: params['pass_type'] ?? '',
  serial: params['serial'] ?? '',
  device: params['device'] ?? '',
  authorization: headers['authorization'],
});

/** The members of a JSON body. Throws 400 if it is not a JSON object. */
export const membersOf = ({ rawBody }: PublicRequest): Record<string, unknown> => {
  const text = rawBody.length > BODY_MAX_BYTES ? '' : rawBody.toString('utf8');
  try {
    const body: unknown = JSON.parse(text);
    if (typeof body === 'object' && body !== null) return body as Record<string, unknown>;
  } catch {
    // Text that is not JSON is rejected below, like JSON that is not an object.
  }
  throw new ApiError(400, 'malformed_json', 'The body must be a JSON object.');
};
