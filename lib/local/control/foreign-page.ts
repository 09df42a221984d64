import { isLocalhostName, isLoopbackAddress, literalAddress } from '../../../functions/platform/addresses.ts';
import type { GatewayRequest } from '../gateway/gateway-event.ts';
import { jsonReply, type HttpReply } from '../gateway/gateway-result.ts';
import { LAMBDA_PATH } from '../lambda/lambda-path.ts';
import { MAIL_PATH } from '../services/mail.ts';
import { SECRETS_PATH } from '../services/secret-store.ts';
import { TABLE_PATH } from '../table/local-dynamo.ts';
import { CONTROL_PATH } from './control.ts';

/** Paths that require no key. Programs on this machine may call them, but no page of another site in a browser. */
const OPEN_PATHS = [CONTROL_PATH, MAIL_PATH, SECRETS_PATH, LAMBDA_PATH, TABLE_PATH];

/** Whether an origin is a page on this machine, on any port. `null` is the origin of a page that hides its own. */
const isOnThisMachine = (origin: string): boolean => {
  if (!URL.canParse(origin)) return false;
  const { hostname } = new URL(origin);
  return isLocalhostName(hostname) || isLoopbackAddress(literalAddress(hostname) ?? '');
};

/** The 403 for a request of another site's page to a path that requires no key; undefined for any other request. */
export const foreignPageRefusal = ({ target, headers: { origin } }: GatewayRequest): HttpReply | undefined => {
  if (origin === undefined || isOnThisMachine(origin)) return undefined;
  if (!OPEN_PATHS.some((path) => target.startsWith(path))) return undefined;
  const message = 'Requests that come from pages of another origin are refused.';
  return jsonReply(403, { error: { code: 'foreign_origin', message } });
};
