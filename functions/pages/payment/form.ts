import type { PublicRequest } from '../../pipeline/public-endpoint.ts';

/** Fields of a posted form, urlencoded or multipart; the last value of each counts. What is no form has no fields. */
export const formFields = async ({ headers, rawBody }: PublicRequest): Promise<Record<string, string>> => {
  const contentType = headers['content-type'] ?? '';
  if (!/^multipart\/form-data\s*;/i.test(contentType)) {
    return Object.fromEntries(new URLSearchParams(rawBody.toString('utf8')));
  }
  try {
    const body = new Uint8Array(rawBody);
    const form = await new Response(body, { headers: { 'Content-Type': contentType } }).formData();
    return Object.fromEntries([...form].map(([name, value]) => [name, typeof value === 'string' ? value : '']));
  } catch {
    return {};
  }
};
