import { ownMember } from '../../../platform/own-member.ts';

const MAX_LENGTH = 80;

/** A readable file name for a document, from its kind and its order or shop. */
export const documentName = (...parts: readonly (string | null | undefined)[]): string => {
  const text = parts.filter(Boolean).join(' ');
  const clean = text.replaceAll(/[\p{Cc}\p{Cf}\p{Cs}/\\:*?"<>|%;]+/gu, ' ').replaceAll(/\s+/g, ' ');
  const [...letters] = clean.trim();
  const name = letters
    .slice(0, MAX_LENGTH)
    .join('')
    .replaceAll(/^[. ]+|[. ]+$/g, '');
  return name === '' ? 'document' : name;
};

const SPELLED: Readonly<Record<string, string>> = { æ: 'ae', Æ: 'Ae', ø: 'o', Ø: 'O', ß: 'ss', đ: 'd', ł: 'l', Ł: 'L' };

/** The name in ASCII. */
export const asciiName = (name: string): string =>
  documentName(
    [...name.normalize('NFKD')]
      .map((letter) => ownMember(SPELLED, letter) ?? letter)
      .join('')
      .replaceAll(/[^\u0020-\u007E]+/g, ''),
  );
