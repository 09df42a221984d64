import { createHash, createHmac } from 'node:crypto';

interface AwsCredentials {
  accessKeyId: string;
  secretAccessKey: string;
  sessionToken?: string | undefined;
}

const ALGORITHM = 'AWS4-HMAC-SHA256';
const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Method and path, which are signed together with headers and body. Default: POST to `/`. */
interface Target {
  method?: 'GET' | 'POST';
  path?: string;
}

/** Value of the header `authorization`: Signature Version 4 over all headers, whose names are in lowercase. */
export const authorization = (
  headers: Readonly<Record<string, string>>,
  body: string,
  { region, service, accessKeyId, secretAccessKey }: AwsCredentials & { region: string; service: string },
  { method = 'POST', path = '/' }: Target = {},
): string => {
  const date = headers['x-amz-date'] ?? '';
  const scope = [date.slice(0, 8), region, service, 'aws4_request'];
  const names = Object.keys(headers).toSorted();
  const canonical = [
    method,
    path,
    '',
    ...names.map((name) => `${name}:${headers[name]}`),
    '',
    names.join(';'),
    sha256(body),
  ];
  const text = [ALGORITHM, date, scope.join('/'), sha256(canonical.join('\n'))].join('\n');
  const key = scope.reduce<string | Buffer>((parent, part) => hmac(parent, part), `AWS4${secretAccessKey}`);
  const signature = hmac(key, text).toString('hex');
  return `${ALGORITHM} Credential=${accessKeyId}/${scope.join('/')}, SignedHeaders=${names.join(';')}, Signature=${signature}`;
};

/** Thrown if a service refuses a call. `code` is its error name, such as `AccessDeniedException`. */
export class CallError extends Error {
  readonly code: string;
  constructor(code: string, message: string) {
    super(`${code}: ${message}`);
    this.code = code;
  }
}

export interface AwsIdentity {
  region: string;
  credentials: AwsCredentials;
}

const addressOf = (service: string, region: string): string =>
  process.env['AWS_ENDPOINT_URL'] ??
  (service === 'iam' ? 'https://iam.amazonaws.com' : `https://${service}.${region}.amazonaws.com`);

interface Call {
  service: string;
  body?: string;
  headers?: Readonly<Record<string, string>>;
  target?: Target;
}

/** Calls an AWS service for which the project has no SDK client. */
const send = async (
  { region, credentials }: AwsIdentity,
  { service, body = '', headers: extraHeaders = {}, target = {} }: Call,
): Promise<{ status: number; text: string; errorType: string | undefined }> => {
  const { method = 'POST', path = '/' } = target;
  const url = new URL(path, addressOf(service, region));
  const headers = {
    host: url.host,
    'x-amz-date': new Date().toISOString().replaceAll(/[-:]|\.\d+/g, ''),
    ...extraHeaders,
    ...(credentials.sessionToken ? { 'x-amz-security-token': credentials.sessionToken } : {}),
  };
  const signer = { ...credentials, service, region: service === 'iam' ? 'us-east-1' : region };
  const signed = authorization(headers, body, signer, target);
  const response = await fetch(url, {
    method,
    headers: { ...headers, authorization: signed },
    ...(method === 'GET' ? {} : { body }),
  });
  const errorType = response.headers.get('x-amzn-errortype')?.split(':')[0];
  return { status: response.status, text: await response.text(), errorType };
};

/** Calls an operation with JSON if it has a target, otherwise with a form-encoded query. */
const post = (caller: AwsIdentity, service: string, body: string, target?: string) =>
  send(caller, {
    service,
    body,
    headers: {
      'content-type': target ? 'application/x-amz-json-1.1' : 'application/x-www-form-urlencoded',
      ...(target ? { 'x-amz-target': target } : {}),
    },
  });

/** Reads an AWS Backup path, such as `/backup-vaults/NAME`. Throws `CallError`. */
export const getFromBackup = async <T>(caller: AwsIdentity, path: string): Promise<T> => {
  const { status, text, errorType } = await send(caller, { service: 'backup', target: { method: 'GET', path } });
  const reply = JSON.parse(text || '{}') as { message?: string; Message?: string };
  if (status < 300) return reply as T;
  throw new CallError(errorType || String(status), reply.message ?? reply.Message ?? '');
};

/** Calls an operation of a service with JSON, such as `AmazonSSM.GetParameter` in `ssm`. Throws `CallError`. */
export const callJson = async <T>(caller: AwsIdentity, service: string, target: string, input: object): Promise<T> => {
  const { status, text } = await post(caller, service, JSON.stringify(input), target);
  const reply = JSON.parse(text || '{}') as { __type?: string; message?: string; Message?: string };
  if (status < 300) return reply as T;
  throw new CallError(reply.__type?.split('#').at(-1) ?? String(status), reply.message ?? reply.Message ?? '');
};

/** Calls an operation of a query service (`sts`, `iam`). Returns the XML of the response. Throws `CallError`. */
export const callQuery = async (
  caller: AwsIdentity,
  service: string,
  input: Record<string, string>,
): Promise<string> => {
  const { status, text } = await post(caller, service, new URLSearchParams(input).toString());
  if (status < 300) return text;
  throw new CallError(xmlText(text, 'Code') ?? String(status), xmlText(text, 'Message') ?? '');
};

/** The text of the first element with a name. */
export const xmlText = (xml: string, name: string): string | undefined =>
  new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1];
