import { presignGet } from '../../../adapters/objects/presign.ts';
import { getObjectUpTo } from '../../../adapters/objects/store.ts';
import { notFound, unavailable } from '../../../platform/errors.ts';
import { asciiName, documentName } from '../documents/name.ts';
import { MAX_RESPONSE_BYTES } from '../../../platform/response-size.ts';
import type { StoredDocument } from '../documents/schema.ts';
import { loadTemplate } from './load.ts';
import { PDF_MIME } from '../../company/settings/template-schema.ts';

const LINK_SECONDS = 600;

/** The stored file of a template. Throws 404 (including for a retired template), and 503 if the file cannot be read. */
export const templateFileOf = async (company: string, id: string): Promise<StoredDocument> => {
  const { row } = await loadTemplate(company, id);
  if (row.state === 'retired') throw notFound('template');
  try {
    const file = await getObjectUpTo('documents', row.object, MAX_RESPONSE_BYTES);
    if (!file) throw new Error('The file of the template is missing');
    if ('bytes' in file) return { bytes: file.bytes, name: documentName(row.name) };
    const filename = `${asciiName(row.name)}.pdf`;
    const terms = { expiresInSeconds: LINK_SECONDS, contentType: PDF_MIME, filename };
    return { url: await presignGet('documents', row.object, terms) };
  } catch (error) {
    throw unavailable('template_unavailable', 'The template cannot be read just now. Try again.', 2, error);
  }
};
