import { expect } from 'vitest';
import { PAGE_KEY } from './page-seed.ts';
import type { ErrorBody } from './shop.ts';
import type { Answer, CallOptions, RunningStack } from './stack.ts';

export interface PageBody {
  url: string;
  revision: number;
  values: Record<string, unknown>;
  ignored: string[];
  etag: string;
  updated_at: string | null;
}
export interface DraftBody {
  id: string;
  base_revision: number;
  values: Record<string, unknown>;
  note: string | null;
  status: string;
  etag: string;
}
export interface RevisionBody {
  id: string;
  number: number;
  changed: string[];
  note: string | null;
  published_by: { type: string; label: string };
  restored_from: string | null;
  values?: Record<string, unknown>;
}
export interface FieldBody {
  path: string;
  type: string;
  localized: boolean;
  default: unknown;
  label: string;
  items?: { choices?: string[]; minimum?: number; maximum?: number };
  choices?: string[];
}

const PATH = '/v2/order-page';

export const codeOf = (answer: Answer<unknown>): string => (answer.body as ErrorBody).error?.code;
export const fieldsOf = (answer: Answer<unknown>): Record<string, string[]> =>
  (answer.body as ErrorBody).error?.fields ?? {};

/** A partner who configures the page of the café, through the public API. */
export const pageEditor = (stackOf: () => RunningStack, ownKey = PAGE_KEY) => {
  const page = async (query: Record<string, string> = {}): Promise<Answer<PageBody>> =>
    stackOf().get<PageBody>(PATH, { key: ownKey, query });
  const patch = <T = PageBody>(values: object, ifMatch: string, key = ownKey): Promise<Answer<T>> =>
    stackOf().call<T>('PATCH', PATH, { key, body: { values }, headers: { 'If-Match': ifMatch } });
  const set = async (values: object): Promise<PageBody> => {
    const answer = await patch(values, (await page()).body.etag);
    expect(answer.status, answer.bytes.toString()).toBe(200);
    return answer.body;
  };
  const draft = async (body: object = {}, options: CallOptions = {}): Promise<Answer<DraftBody>> =>
    stackOf().post<DraftBody>(`${PATH}/drafts`, { key: ownKey, idempotencyKey: true, body, ...options });
  const readDraft = (id: string): Promise<Answer<DraftBody>> =>
    stackOf().get<DraftBody>(`${PATH}/drafts/${id}`, { key: ownKey });
  const change = <T = DraftBody>(id: string, body: object, ifMatch: string): Promise<Answer<T>> =>
    stackOf().call<T>('PATCH', `${PATH}/drafts/${id}`, { key: ownKey, body, headers: { 'If-Match': ifMatch } });
  const publish = <T = RevisionBody>(id: string, ifMatch: string, options: CallOptions = {}): Promise<Answer<T>> =>
    stackOf().post<T>(`${PATH}/drafts/${id}/publish`, {
      key: ownKey,
      idempotencyKey: true,
      headers: { 'If-Match': ifMatch },
      ...options,
    });
  const discard = (id: string) => stackOf().call<ErrorBody>('DELETE', `${PATH}/drafts/${id}`, { key: ownKey });
  const revisions = async (): Promise<RevisionBody[]> =>
    (await stackOf().get<{ data: RevisionBody[] }>(`${PATH}/revisions`, { key: ownKey })).body.data;
  const restore = <T = RevisionBody>(id: string, options: CallOptions = {}): Promise<Answer<T>> =>
    stackOf().post<T>(`${PATH}/revisions/${id}/restore`, { key: ownKey, idempotencyKey: true, ...options });
  return { page, patch, set, draft, readDraft, change, publish, discard, revisions, restore };
};
