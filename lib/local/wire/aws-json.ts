import { Agent, request } from 'node:http';

/** The AWS JSON protocol, for requests from the stack to its emulators; functions use the SDK. */
export class AwsJsonError extends Error {
  readonly type: string;
  constructor(type: string, message: string) {
    super(message);
    this.name = 'AwsJsonError';
    this.type = type;
  }
}

export type AwsJson = <T>(operation: string, input: Record<string, unknown>) => Promise<T>;

/** A sale makes about twenty of these calls, and `fetch` would take twice the CPU time. */
const agent = new Agent({ keepAlive: true });

interface Answer {
  status: number;
  text: string;
}

const post = (endpoint: string, headers: Record<string, string>, body: string): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const options = { agent, method: 'POST', headers: { ...headers, 'content-length': Buffer.byteLength(body) } };
    const outgoing = request(endpoint, options, (incoming) => {
      const chunks: Buffer[] = [];
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
      incoming.on('error', reject);
      incoming.on('end', () => resolve({ status: incoming.statusCode ?? 0, text: Buffer.concat(chunks).toString() }));
    });
    outgoing.on('error', (error: NodeJS.ErrnoException) => {
      // The emulator closed an idle connection just as it was reused: it did not receive this request.
      if (outgoing.reusedSocket && error.code === 'ECONNRESET') resolve(post(endpoint, headers, body));
      else reject(error);
    });
    outgoing.end(body);
  });

/** Emulators require a well-formed signature but do not verify it. */
export const UNCHECKED_SIGNATURE = {
  'x-amz-date': '20260101T000000Z',
  authorization:
    'AWS4-HMAC-SHA256 Credential=local/20260101/eu-west-1/local/aws4_request, SignedHeaders=host, Signature=0',
};

/** Calls `<service>.<operation>` at an endpoint. Throws `AwsJsonError`. */
export const awsJson =
  (endpoint: string, service: string): AwsJson =>
  async <T>(operation: string, input: Record<string, unknown>): Promise<T> => {
    const headers = {
      ...UNCHECKED_SIGNATURE,
      'content-type': 'application/x-amz-json-1.0',
      'x-amz-target': `${service}.${operation}`,
    };
    const { status, text } = await post(endpoint, headers, JSON.stringify(input));
    const body = JSON.parse(text) as { __type?: string; message?: string; Message?: string };
    if (status < 300) return body as T;
    throw new AwsJsonError((body.__type ?? 'Unknown').split('#').at(-1) ?? '', body.message ?? body.Message ?? '');
  };
