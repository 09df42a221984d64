import { expect, test } from 'vitest';
import type { Catalogue } from '../../../functions/platform/messages/message.ts';
import { ORDERING } from '../../../functions/platform/messages/ordering.ts';
import { PICTURES } from '../../../functions/platform/messages/pictures.ts';
import { VALIDATION } from '../../../functions/platform/messages/validation.ts';

const CATALOGUES: readonly Catalogue[] = [VALIDATION, ORDERING, PICTURES];

const LISTS = new Set(['kinds', 'choices']);
/** Arguments that are their own names: `{maximum}`. */
const NAMES = new Proxy(
  {},
  { get: (_all, name) => (LISTS.has(String(name)) ? [`{${String(name)}}`] : `{${String(name)}}`) },
);

const english = (entry: Catalogue[string]): string => (typeof entry === 'string' ? entry : entry(NAMES as never));

const texts = CATALOGUES.flatMap((catalogue) =>
  Object.entries(catalogue).map(([id, entry]) => ({ id, text: english(entry) })),
);

test('every message has an id of its own', () => {
  const ids = texts.map(({ id }) => id);
  expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([]);
});

test('the English texts are the ones that the API documents', async () => {
  await expect(texts.map(({ id, text }) => `${id}: ${text}\n`).join('')).toMatchFileSnapshot('messages.txt');
});
