import { createHash } from 'node:crypto';
import { html } from 'hono/html';
import { presignGet } from '../adapters/objects/presign.ts';
import { putObject } from '../adapters/objects/store.ts';
import { asciiName } from '../domain/fulfillment/documents/name.ts';
import { MAX_RESPONSE_BYTES } from '../platform/response-size.ts';
import { unavailable } from '../platform/errors.ts';
import type { Reply } from '../pipeline/request.ts';
import { deskPage } from './layout.ts';
import { FILE_TEXTS } from './texts/files.ts';
import type { DeskVisit } from './visit.ts';

const CSV = 'text/csv; charset=utf-8';
const LINK_SECONDS = 600;

/**
 * A CSV for download. If it is too large for a response, a page links to the object store; the link is valid for ten
 * minutes.
 */
export const fileReply = async (visit: DeskVisit, name: string, text: string): Promise<Reply> => {
  const filename = `${asciiName(name)}.csv`;
  if (Buffer.byteLength(text) > MAX_RESPONSE_BYTES) return linkToFile(visit, filename, Buffer.from(text));
  return {
    status: 200,
    headers: {
      'Content-Type': CSV,
      'Content-Disposition': `attachment; filename="${filename}"`,
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
    },
    body: text,
  };
};

/**
 * Stores a temporary file, which is deleted after a day, and links to it. Not a redirect, because browsers block a
 * form's redirect to another host.
 */
const linkToFile = async (visit: DeskVisit, filename: string, bytes: Buffer): Promise<Reply> => {
  const texts = FILE_TEXTS[visit.language];
  const key = `passing/${visit.company.slug}/${createHash('sha256').update(bytes).digest('hex')}.csv`;
  try {
    await putObject('documents', key, { bytes, contentType: CSV });
    const url = await presignGet('documents', key, { expiresInSeconds: LINK_SECONDS, contentType: CSV, filename });
    return await deskPage(visit, {
      title: texts.title,
      content: html`<h1>${texts.title}</h1>
        <p>${filename}. ${texts.text}</p>
        <p class="links"><a class="button" href="${url}">${texts.save}</a></p>`,
    });
  } catch (error) {
    throw unavailable('service_unavailable', 'The file cannot be made just now. Try again.', 2, error);
  }
};
