import { createHash, createHmac } from 'node:crypto';

export interface AwsCredentials {
  accessKeyId: string;
  secretAccessKey: string;
  sessionToken?: string | undefined;
}

const ALGORITHM = 'AWS4-HMAC-SHA256';
const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** The header `authorization` of a POST to `/`: signature version 4 over all headers, their names in lower case. */
export const authorization = (
  headers: Readonly<Record<string, string>>,
  body: string,
  { region, service, accessKeyId, secretAccessKey }: AwsCredentials & { region: string; service: string },
): string => {
  const date = headers['x-amz-date'] ?? '';
  const scope = [date.slice(0, 8), region, service, 'aws4_request'];
  const names = Object.keys(headers).toSorted();
  const canonical = [
    'POST',
    '/',
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

/** A service refused a call. `code` is its error name, such as `AccessDeniedException`. */
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

/** Calls a service for which the project has no client. `target` is the operation of a JSON service; without it `body` is a query. */
const post = async (
  { region, credentials }: AwsIdentity,
  service: string,
  body: string,
  target?: string,
): Promise<{ status: number; text: string }> => {
  const isGlobal = service === 'iam';
  const address = isGlobal ? 'https://iam.amazonaws.com' : `https://${service}.${region}.amazonaws.com`;
  const url = new URL(process.env['AWS_ENDPOINT_URL'] ?? address);
  const headers = {
    host: url.host,
    'content-type': target ? 'application/x-amz-json-1.1' : 'application/x-www-form-urlencoded',
    'x-amz-date': new Date().toISOString().replaceAll(/[-:]|\.\d+/g, ''),
    ...(target ? { 'x-amz-target': target } : {}),
    ...(credentials.sessionToken ? { 'x-amz-security-token': credentials.sessionToken } : {}),
  };
  const signed = authorization(headers, body, { ...credentials, service, region: isGlobal ? 'us-east-1' : region });
  const response = await fetch(url, { method: 'POST', headers: { ...headers, authorization: signed }, body });
  return { status: response.status, text: await response.text() };
};

/** Calls an operation of a service with JSON, such as `AmazonSSM.GetParameter` of `ssm`. Throws `CallError`. */
export const callJson = async <T>(caller: AwsIdentity, service: string, target: string, input: object): Promise<T> => {
  const { status, text } = await post(caller, service, JSON.stringify(input), target);
  const answer = JSON.parse(text || '{}') as { __type?: string; message?: string; Message?: string };
  if (status < 300) return answer as T;
  throw new CallError(answer.__type?.split('#').at(-1) ?? String(status), answer.message ?? answer.Message ?? '');
};

/** Calls an operation of a query service (`sts`, `iam`). Returns the XML of the answer. Throws `CallError`. */
export const callQuery = async (
  caller: AwsIdentity,
  service: string,
  input: Record<string, string>,
): Promise<string> => {
  const { status, text } = await post(caller, service, new URLSearchParams(input).toString());
  if (status < 300) return text;
  throw new CallError(xmlText(text, 'Code') ?? String(status), xmlText(text, 'Message') ?? '');
};

/** The text of the first element of a name. */
export const xmlText = (xml: string, name: string): string | undefined =>
  new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1];
