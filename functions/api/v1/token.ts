import { isDeepStrictEqual } from 'node:util';
import middy from '@middy/core';
import { grantByPassword, grantByRefreshToken, type ClientCredentials } from '../../domain/company/users/grant.ts';
import { consumePasswordCheckLimit } from '../../domain/company/users/sign-in-limits.ts';
import { ApiError, notFound } from '../../platform/errors.ts';
import { addressOf, errorReply, respond, type HttpEvent } from '../../pipeline/pipeline.ts';
import type { Reply } from '../../pipeline/request.ts';
import { CompressedBody } from '../../pipeline/parse.ts';
import { formValues, type FieldValues } from './form.ts';
import { languageOf } from '../../pipeline/translation/language.ts';
import { tokenRoute } from './token-route.ts';
import { ownMember } from '../../platform/own-member.ts';
import { decodeUriText } from '../../platform/uri-text.ts';

const invalidRequest = (message: string): ApiError => new ApiError(400, 'invalid_request', message);

/** An empty parameter counts as absent, and no parameter may be repeated (RFC 6749, section 3.2). */
const parametersOf = (values: FieldValues): Map<string, string> => {
  const parameters = new Map<string, string>();
  for (const [name, [value = '', ...more]] of Object.entries(values)) {
    if (more.length > 0) throw invalidRequest(`The parameter ${name} was sent more than once.`);
    if (value !== '') parameters.set(name, value);
  }
  return parameters;
};

const LENGTH_MAX = 255;
const PASSWORD_LENGTH_MAX = 1024;

const requireParameter = (parameters: Map<string, string>, name: string, lengthMax: number): string => {
  const value = parameters.get(name);
  if (value === undefined) throw invalidRequest(`The parameter ${name} is missing.`);
  if (value.length > lengthMax) throw invalidRequest(`The parameter ${name} is too long.`);
  return value;
};

const missingClient = (): ApiError =>
  new ApiError(401, 'invalid_client', 'Name the client by Basic authentication, or by client_id and client_secret.', {
    headers: { 'WWW-Authenticate': 'Basic realm="token"' },
  });

/**
 * The client credentials in the header or in the form; sending both is an error (RFC 6749, section 2.3). The header is
 * parsed in two ways: its parts should be form-encoded before they are joined (section 2.3.1), but most clients do not
 * encode them.
 */
const clientsOf = (authorization: string | undefined, parameters: Map<string, string>): ClientCredentials[] => {
  const basic = /^Basic +(\S+)$/i.exec(authorization ?? '')?.[1];
  const inForm = parameters.get('client_secret');
  if (basic === undefined) {
    const clientId = parameters.get('client_id');
    if (clientId === undefined || inForm === undefined) throw missingClient();
    return [withValidLengths({ clientId, clientSecret: inForm, scheme: 'form' })];
  }
  if (inForm !== undefined) throw invalidRequest('Send client credentials in the header or in the form, not in both.');
  const [, id, secret] = /^([^:]+):([\s\S]*)$/.exec(Buffer.from(basic, 'base64').toString()) ?? [];
  if (id === undefined || secret === undefined) throw missingClient();
  const plain = withValidLengths({ clientId: id, clientSecret: secret, scheme: 'basic' });
  const decoded = { ...plain, clientId: decodeFormText(id), clientSecret: decodeFormText(secret) };
  return isDeepStrictEqual(decoded, plain) ? [plain] : [decoded, plain];
};

const decodeFormText = (text: string): string => decodeUriText(text.replaceAll('+', '%20'));

const withValidLengths = (client: ClientCredentials): ClientCredentials => {
  if (client.clientId.length > LENGTH_MAX || client.clientSecret.length > PASSWORD_LENGTH_MAX) throw missingClient();
  return client;
};

/** Returns the result for the first valid client. If none is valid, throws the error from the last one. */
const forValidClient = async <T>(
  [client, ...others]: ClientCredentials[],
  use: (client: ClientCredentials) => Promise<T>,
): Promise<T> => {
  if (client === undefined) throw missingClient();
  try {
    return await use(client);
  } catch (error) {
    const isOtherReadingDue = error instanceof ApiError && error.code === 'invalid_client' && others.length > 0;
    if (!isOtherReadingDue) throw error;
    return forValidClient(others, use);
  }
};

const grant = async (event: HttpEvent): Promise<Reply> => {
  const parameters = parametersOf(await formValues(event));
  const grantType = requireParameter(parameters, 'grant_type', LENGTH_MAX);
  if (grantType !== 'password' && grantType !== 'refresh_token') {
    throw new ApiError(400, 'unsupported_grant_type', 'The grant type must be password or refresh_token.');
  }
  const clients = clientsOf(event.headers['authorization'], parameters);
  const scopes = (parameters.get('scope') ?? '').split(' ').filter((scope) => scope !== '');
  if (scopes.some((scope) => scope !== 'admin')) {
    throw new ApiError(400, 'invalid_scope', 'The only scope is admin.');
  }
  await consumePasswordCheckLimit(addressOf(event));
  const body = await forValidClient(clients, (client) =>
    grantType === 'password'
      ? grantByPassword(client, {
          username: requireParameter(parameters, 'username', LENGTH_MAX),
          password: requireParameter(parameters, 'password', PASSWORD_LENGTH_MAX),
        })
      : grantByRefreshToken(client, requireParameter(parameters, 'refresh_token', PASSWORD_LENGTH_MAX)),
  );
  return { status: 200, headers: { Pragma: 'no-cache' }, body };
};

/** Error codes of RFC 6749, by the code of the service. */
const CODES: Record<string, string> = {
  unsupported_media_type: 'invalid_request',
  request_too_large: 'invalid_request',
  validation_failed: 'invalid_request',
  malformed_form: 'invalid_request',
  internal_error: 'server_error',
  rate_limited: 'temporarily_unavailable',
  service_busy: 'temporarily_unavailable',
  service_unavailable: 'temporarily_unavailable',
};

const failure = (error: unknown): Reply => {
  const { status, headers = {}, body } = errorReply(error instanceof Error ? error : new Error(String(error)));
  const { code, message } = (body as { error: { code: string; message: string } }).error;
  return {
    // RFC 6749 requires 400 for an invalid request. Only a compressed body keeps its 415, as on all routes.
    status: [413, 415, 422].includes(status) && !(error instanceof CompressedBody) ? 400 : status,
    headers: { Pragma: 'no-cache', ...headers },
    body: { error: ownMember(CODES, code) ?? code, error_description: message },
  };
};

/** Every response has `Cache-Control: no-store`. */
export const handler = middy<HttpEvent>()
  .use(respond(tokenRoute))
  .handler(async (event) => {
    if (!languageOf(event.pathParameters?.['language'])) throw notFound('path');
    try {
      return await grant(event);
    } catch (error) {
      return failure(error);
    }
  });
