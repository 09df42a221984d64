import { config } from './config.ts';
import { readSigned, signText } from './signed-text.ts';

/** What a link may lead to; each has a key of its own, so that one is never taken for the other. */
type LinkKind = 'document-link' | 'item-link';

const tokenOf = (kind: LinkKind, text: string): string => signText(kind, text);
const readToken = (kind: LinkKind, token: string): string | undefined => readSigned(kind, token);

/**
 * A link to a stored document for somebody who has no key: it works as long as the document stands, because a gift is
 * opened when its receiver has time. Nobody can make one without the application's secret.
 */
export const documentLink = (objectKey: string): string =>
  `${config.baseUrl()}/documents/${tokenOf('document-link', objectKey)}`;

/** The object that a token stands for, or undefined. */
export const linkedObject = (token: string): string | undefined => readToken('document-link', token);

/** A link to the document of one item, to be handed to whoever holds the item: it asks for no key. */
export const itemLink = (item: { company: string; code: string }): string =>
  `${config.baseUrl()}/documents/items/${tokenOf('item-link', `${item.company}\n${item.code}`)}`;

export interface LinkedItem {
  company: string;
  code: string;
}

/** The item that a token stands for, or undefined. */
export const linkedItem = (token: string): LinkedItem | undefined => {
  const [company, code] = readToken('item-link', token)?.split('\n') ?? [];
  return company === undefined || code === undefined ? undefined : { company, code };
};
