import { Message, translationOf, type Text } from '../../platform/messages/message.ts';
import { ownMember } from '../../platform/own-member.ts';
import { issuing } from './issuing.ts';
import { itemChanges } from './item-changes.ts';
import { items } from './items.ts';
import type { LegacyLanguage } from './language.ts';
import { STATUS_TEXTS, TYPE_TEXTS } from './names.ts';
import { outcomes } from './outcomes.ts';
import { legacy, missing, paths, requests, validation } from './requests.ts';
import type { Translation } from './translation.ts';

const MESSAGES = {
  ...issuing,
  ...itemChanges,
  ...items,
  ...legacy,
  ...missing,
  ...outcomes,
  ...paths,
  ...requests,
  ...validation,
};
const NAMES = { ...STATUS_TEXTS, ...TYPE_TEXTS };

/** A text in a language: a message, or the name of a status or item type. English if there is no translation. */
export const legacyText = (language: LegacyLanguage, text: Text): string => {
  if (language === 'en') return String(text);
  const translations =
    typeof text === 'string'
      ? ownMember<Translation>(NAMES, text)
      : translationOf<undefined, Translation | undefined>(MESSAGES, text, undefined);
  return translations?.[language] ?? String(text);
};

/** Members whose strings are names from the service; strings in all other members are not translated. */
const NAMED = new Set(['status_name', 'item_type_identification']);

/** A response with the texts of the service translated. */
export const translateTexts = (language: LegacyLanguage, value: unknown): unknown =>
  language === 'en' ? value : mapTexts(value, (text) => legacyText(language, text));

/** A response in which a function replaces the texts of the service. */
export const mapTexts = (value: unknown, textOf: (text: Text) => string): unknown => {
  if (value instanceof Message) return textOf(value);
  if (Array.isArray(value)) return value.map((entry) => mapTexts(entry, textOf));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]: [string, unknown]) => [
      name,
      NAMED.has(name) && typeof member === 'string' ? textOf(member) : mapTexts(member, textOf),
    ]),
  );
};
