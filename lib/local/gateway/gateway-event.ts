import { isUtf8 } from 'node:buffer';
import type { IncomingHttpHeaders } from 'node:http';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import type { RouteMatch } from './route-table.ts';
import { decodeUriText } from '../../../functions/platform/uri-text.ts';

/** A complete HTTP request. */
export interface GatewayRequest {
  method: string;
  /** Path and query as sent, still encoded. */
  target: string;
  headers: IncomingHttpHeaders;
  /** Names and values, alternating, as sent. */
  rawHeaders: readonly string[];
  body: Buffer;
  sourceIp: string;
}

const TEXT_TYPE = /^(text\/|application\/(json|javascript|xml|[\w.+-]+\+(json|xml))\s*(;|$))/i;

/** Payload format 2.0 of API Gateway's HTTP API, as its documentation describes it. */
export const gatewayEvent = (
  request: GatewayRequest,
  match: RouteMatch,
  context: { id: string; epochMs: number; domain: string },
): APIGatewayProxyEventV2 => {
  const [sentPath = '/', rawQueryString = ''] = splitOnce(request.target, '?');
  // The path is decoded, despite the name `rawPath`.
  const rawPath = decodeUriText(sentPath);
  const headers = joinedHeaders(request);
  const cookies = headers['cookie']?.split(/;\s*/);
  delete headers['cookie'];
  const query = queryParameters(rawQueryString);
  const isPlain = TEXT_TYPE.test(headers['content-type'] ?? '') && headers['content-encoding'] === undefined;
  // A body that is not text is Base64.
  const isText = isPlain && isUtf8(request.body);
  return {
    version: '2.0',
    routeKey: match.route.key,
    rawPath,
    rawQueryString,
    ...(cookies ? { cookies } : {}),
    headers,
    ...(query ? { queryStringParameters: query } : {}),
    ...(Object.keys(match.parameters).length > 0 ? { pathParameters: match.parameters } : {}),
    requestContext: {
      accountId: '000000000000',
      apiId: 'local',
      domainName: context.domain,
      domainPrefix: context.domain.split('.')[0] ?? '',
      http: {
        method: request.method,
        path: rawPath,
        protocol: 'HTTP/1.1',
        sourceIp: request.sourceIp,
        userAgent: headers['user-agent'] ?? '',
      },
      requestId: context.id,
      routeKey: match.route.key,
      stage: '$default',
      time: commonLogTime(context.epochMs),
      timeEpoch: context.epochMs,
    },
    ...(request.body.length > 0 ? { body: request.body.toString(isText ? 'utf8' : 'base64') } : {}),
    isBase64Encoded: request.body.length > 0 && !isText,
  };
};

const splitOnce = (text: string, separator: string): string[] => {
  const at = text.indexOf(separator);
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)];
};

/**
 * Headers with lowercase names. Values of a repeated header are joined with commas, of `Cookie` with semicolons. Omits
 * headers of the connection and adds those that API Gateway sets.
 */
const joinedHeaders = (request: GatewayRequest): Record<string, string> => {
  const headers: Record<string, string> = {};
  for (let at = 0; at + 1 < request.rawHeaders.length; at += 2) {
    const name = (request.rawHeaders[at] ?? '').toLowerCase();
    const value = request.rawHeaders[at + 1] ?? '';
    if (name === 'connection' || name === 'transfer-encoding') continue;
    const separator = name === 'cookie' ? '; ' : ',';
    headers[name] = headers[name] === undefined ? value : `${headers[name]}${separator}${value}`;
  }
  headers['content-length'] = String(request.body.length);
  headers['x-forwarded-for'] = [headers['x-forwarded-for'], request.sourceIp].filter(Boolean).join(', ');
  headers['x-forwarded-proto'] = 'http';
  headers['x-forwarded-port'] = headers['host']?.split(':')[1] ?? '80';
  return headers;
};

const queryParameters = (rawQueryString: string): Record<string, string> | undefined => {
  const parameters = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(rawQueryString)) {
    const earlier = parameters.get(name);
    parameters.set(name, earlier === undefined ? value : `${earlier},${value}`);
  }
  return parameters.size > 0 ? Object.fromEntries(parameters) : undefined;
};

const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');

/** `12/Mar/2027:19:03:58 +0000` */
const commonLogTime = (epochMs: number): string => {
  const [year, month, day] = new Date(epochMs).toISOString().slice(0, 10).split('-');
  return `${day}/${MONTHS[Number(month) - 1]}/${year}:${new Date(epochMs).toISOString().slice(11, 19)} +0000`;
};
