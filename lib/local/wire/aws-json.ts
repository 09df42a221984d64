/** The AWS JSON protocol, for what the stack itself asks of its emulators; functions use the SDK. */
export class AwsJsonError extends Error {
  readonly type: string;
  constructor(type: string, message: string) {
    super(message);
    this.name = 'AwsJsonError';
    this.type = type;
  }
}

export type AwsJson = <T>(operation: string, input: Record<string, unknown>) => Promise<T>;

/** Taken before functions see a wrapped one (lib/local/services/outside.ts). */
const send = globalThis.fetch;

// Emulators want the shape of a signature but do not check it.
const UNCHECKED_SIGNATURE = {
  'content-type': 'application/x-amz-json-1.0',
  'x-amz-date': '20260101T000000Z',
  authorization:
    'AWS4-HMAC-SHA256 Credential=local/20260101/eu-west-1/local/aws4_request, SignedHeaders=host, Signature=0',
};

/** Calls `<service>.<operation>` at an endpoint. Throws `AwsJsonError`. */
export const awsJson =
  (endpoint: string, service: string): AwsJson =>
  async <T>(operation: string, input: Record<string, unknown>): Promise<T> => {
    const answer = await send(endpoint, {
      method: 'POST',
      headers: { ...UNCHECKED_SIGNATURE, 'x-amz-target': `${service}.${operation}` },
      body: JSON.stringify(input),
    });
    const body = (await answer.json()) as { __type?: string; message?: string; Message?: string };
    if (answer.ok) return body as T;
    throw new AwsJsonError((body.__type ?? 'Unknown').split('#').at(-1) ?? '', body.message ?? body.Message ?? '');
  };
