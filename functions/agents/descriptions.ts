import type { ToolRow } from './tool-row.ts';

/** Maximum length of a tool's description. A model reads the descriptions of dozens of tools. */
export const DESCRIPTION_MAX_CHARACTERS = 600;

/** Sentences about HTTP are irrelevant to callers of a tool. */
const OF_HTTP = /\bheaders?\b|\bquery string\b|\bContent-Language\b|\bX-[A-Z]|\b20[0-9] for\b/;
/** Sentences that are omitted for a tool with default query parameters, because its argument describes the default. */
const OF_WHOLE_LISTS = /\bWithout `limit`/;

/** Tools return codes instead of statuses. */
const CODES: Record<string, string> = { 404: '`not_found`', 422: '`validation_failed`', 429: '`rate_limited`' };

const sentencesOf = (text: string): string[] => text.split(/(?<=[.!?:])\s+(?=[A-Z`0-9])/);

/** Description of a route, in as many complete sentences as fit. */
export const descriptionOf = ({ route, defaults }: ToolRow): string => {
  const candidates = [`${route.summary}.`, ...sentencesOf(route.description ?? '')]
    .filter((each) => each !== '' && !OF_HTTP.test(each) && !(defaults && OF_WHOLE_LISTS.test(each)))
    .map((each) => each.replaceAll(/\b(404|422|429)\b/g, (status) => CODES[status] ?? status));
  let text = '';
  for (const sentence of candidates) {
    if (text.length + 1 + sentence.length > DESCRIPTION_MAX_CHARACTERS) break;
    text = text === '' ? sentence : `${text} ${sentence}`;
  }
  return text;
};
