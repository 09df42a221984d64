import { config } from './config.ts';
import { verifySignedText, signText } from './signed-text.ts';

/**
 * A link to a stored document for readers without an API key. It works as long as the document exists, because a gift
 * may be opened much later. It cannot be forged without the application's secret.
 */
export const documentLink = (objectKey: string): string =>
  `${config.baseUrl()}/documents/${signText('document-link', objectKey)}`;

/** The object key in a token; undefined if the token is not valid. */
export const linkedObject = (token: string): string | undefined => verifySignedText('document-link', token);

/** A link to the document of one item for its holder, who has no API key. */
export const itemLink = (item: { company: string; code: string }): string =>
  `${config.baseUrl()}/documents/items/${signText('item-link', `${item.company}\n${item.code}`)}`;

export interface LinkedItem {
  company: string;
  code: string;
}

/** The item in a token; undefined if the token is not valid. */
export const linkedItem = (token: string): LinkedItem | undefined => {
  const [company, code] = verifySignedText('item-link', token)?.split('\n') ?? [];
  return company === undefined || code === undefined ? undefined : { company, code };
};
