import middy from '@middy/core';
import type * as z from 'zod/mini';
import type { CompanyRow } from '../../domain/company/companies/rows.ts';
import type { Operator } from '../../domain/value/items/operate.ts';
import { RequestRateExceeded } from '../../platform/request-rate.ts';
import { consumeUserLimit } from '../../domain/company/users/user-rate-limit.ts';
import { actingCompany } from '../../domain/company/users/acting-company.ts';
import { signIn, type SignedIn } from '../../domain/company/users/sign-in.ts';
import { withinCause } from '../../platform/cause.ts';
import { wholeClientAddress } from '../../platform/client-address.ts';
import { nowMs } from '../../platform/clock.ts';
import { ApiError, notFound, shorten } from '../../platform/errors.ts';
import { buildSchemas, type Route } from '../../pipeline/route.ts';
import { localDateTime } from '../../platform/zones.ts';
import { CompressedBody, lastOf, queryValues, validate } from '../../pipeline/parse.ts';
import { errorReply, progressOf, respond, type HttpEvent } from '../../pipeline/pipeline.ts';
import type { Reply } from '../../pipeline/request.ts';
import { formValues, typedFields, type FieldValues } from './form.ts';
import { languageOf, type LegacyLanguage } from '../../pipeline/translation/language.ts';
import { legacyRefusal } from './refusal.ts';
import { legacyText, translateTexts } from '../../pipeline/translation/translations.ts';

type BodyOf<R extends Route> = R['body'] extends z.ZodMiniType ? z.output<R['body']> : undefined;

/** Input of a legacy route's handler. */
export interface LegacyRequest<R extends Route = Route> {
  user: SignedIn['user'];
  /** The acting company. */
  company: CompanyRow;
  /** The user as an operator of items. */
  operator: Operator;
  params: Record<string, string>;
  /** The last value of each field: of the query for GET, of the form for POST. */
  fields: Record<string, string | undefined>;
  values: FieldValues;
  body: BodyOf<R>;
  headers: Record<string, string | undefined>;
  /** Counts additional requests against the user's rate limit, for a costly response. Throws 429. */
  spend: (requests: number) => Promise<void>;
}

/**
 * The handler of a legacy v1 route: language, access token, acting company, form; then the route's operation, whose
 * reply is wrapped (lib/reference/v1.md#replies).
 */
export const legacyEndpoint = <R extends Route>(route: R, serve: (request: LegacyRequest<R>) => Promise<Reply>) =>
  middy<HttpEvent>()
    .use(respond(route))
    .handler(async (event) => {
      const language = languageOf(event.pathParameters?.['language']);
      // The prefix is not a language, so the path does not exist.
      if (!language) throw notFound('path');
      try {
        return await result(route, event, { language, serve });
      } catch (error) {
        return failure(error, language);
      }
    });

interface LegacyHandler<R extends Route> {
  language: LegacyLanguage;
  serve: (request: LegacyRequest<R>) => Promise<Reply>;
}

const result = async <R extends Route>(route: R, event: HttpEvent, serving: LegacyHandler<R>): Promise<Reply> => {
  const signingIn = signIn(event.headers['authorization']);
  buildSchemas(route);
  const signedIn = await signingIn;
  const spending = spend(event, signedIn.user.username);
  // Reads run concurrently with the check of the rate limit. Nothing is written or returned before it has passed.
  if (!isRead(route)) await spending;
  const [spent, served] = await Promise.allSettled([spending, serveUser(route, event, signedIn, serving)]);
  if (spent.status === 'rejected') throw spent.reason;
  if (served.status === 'rejected') throw served.reason;
  return served.value;
};

const serveUser = async <R extends Route>(
  route: R,
  event: HttpEvent,
  signedIn: SignedIn,
  { language, serve }: LegacyHandler<R>,
): Promise<Reply> => {
  const query = queryValues(event);
  const values = route.method === 'GET' ? query : await formValues(event);
  const fields = lastOf(values);
  const requested = route.acting === 'own' ? undefined : (fields['company'] ?? query['company']?.at(-1));
  const company = await actingCompany(signedIn, requested?.trim());
  const { user } = signedIn;
  const { language: _prefix, ...params } = (event.pathParameters ?? {}) as Record<string, string>;
  const { username } = user;
  const served: LegacyRequest<R> = {
    user,
    company,
    operator: {
      company: company.slug,
      home: signedIn.company.slug,
      keyId: `user:${username}`,
      user: username,
      createdBy: username,
    },
    params,
    fields,
    values,
    body: bodyOf(route, fields),
    headers: event.headers,
    spend: (requests) => spend(event, username, requests),
  };
  const by = { user: username, company: signedIn.company.slug };
  const { requestId } = progressOf(event);
  const reply =
    isRead(route) || route.auditedByDomain
      ? await serve(served)
      : await withinCause({ company: company.slug, operation: route.name, by, requestId, subject: params }, () =>
          serve(served),
        );
  const request = {
    ip: wholeClientAddress(event.requestContext.http.sourceIp, event.headers),
    user: username,
    language,
    datetime: localDateTime(nowMs(), signedIn.company.time_zone),
    [route.method === 'GET' ? 'query' : 'post']: echoInput(values),
  };
  return { ...reply, status: 200, body: { status: 'OK', response: translateTexts(language, reply.body), request } };
};

const isRead = (route: Route): boolean => route.idempotency === undefined;

/** Counts requests against the user's rate limit. The response headers report its state. */
const spend = async (event: HttpEvent, username: string, requests = 1): Promise<void> => {
  const state = progressOf(event);
  try {
    state.requestRate = await consumeUserLimit(username, requests);
  } catch (error) {
    if (error instanceof RequestRateExceeded) state.requestRate = error.requestRate;
    throw error;
  }
};

/** The form, parsed by the schema of the route; unknown fields are ignored. */
const bodyOf = <R extends Route>(route: R, fields: Record<string, string | undefined>): BodyOf<R> => {
  if (!route.body) return undefined as BodyOf<R>;
  const { shape = {} } = route.body as z.ZodMiniType & { shape?: object };
  return validate(route.body, typedFields(fields, Object.keys(shape))) as BodyOf<R>;
};

const echoInput = (values: FieldValues): object =>
  Object.fromEntries(Object.entries(values).map(([name, all]) => [name, all.length === 1 ? all[0] : all]));

/**
 * Statuses that an error keeps; the 415 of a compressed body is also kept. All other errors are sent with status 200.
 */
const OWN_STATUS = new Set([401, 429, 500, 503]);

/** Faults of fields as one text, because the envelope has only one text. Undefined if the message is sufficient. */
const faultTextOf = ({ fields = {}, faults, message }: ApiError, language: LegacyLanguage): string | undefined => {
  const names = Object.keys(fields);
  const [only, ...others] = new Set(Object.values(fields).flat());
  if (only === undefined || message === only) return undefined;
  const textsOf = (name: string): string[] => (faults[name] ?? []).map((fault) => shorten(legacyText(language, fault)));
  if (others.length === 0 && names.length > 1) return names.flatMap(textsOf)[0];
  return names.map((name) => `${name}: ${textsOf(name).join(' ')}`).join(' ');
};

/** The reply to an error. */
const failure = (error: unknown, language: LegacyLanguage): Reply => {
  const { status, headers = {}, body } = errorReply(error instanceof Error ? error : new Error(String(error)));
  const message =
    error instanceof ApiError
      ? (faultTextOf(error, language) ?? shorten(legacyText(language, error.reason)))
      : (body as { error: { message: string } }).error.message;
  if (error instanceof CompressedBody || OWN_STATUS.has(status)) {
    return { status, headers, body: legacyRefusal(status, message) };
  }
  return { status: 200, headers, body: { status: 'Error', response: message } };
};
