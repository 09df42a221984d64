export interface FakeRequest {
  method: string;
  /** Path below the prefix, with its leading slash. */
  path: string;
  query: URLSearchParams;
  headers: Record<string, string | undefined>;
  body: Buffer;
}

export interface FakeReply {
  status: number;
  headers?: Record<string, string>;
  body?: string | Uint8Array;
}

export type FakeHandler = (request: FakeRequest) => FakeReply | Promise<FakeReply>;

export const json = (status: number, body: unknown): FakeReply => ({
  status,
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify(body),
});
