import type { Language } from '../documents/schema.ts';
import { da } from './words/da.ts';
import { de } from './words/de.ts';
import { en } from './words/en.ts';
import { nb } from './words/nb.ts';
import { nn } from './words/nn.ts';
import { sv } from './words/sv.ts';
import type { MailWords } from './words/schema.ts';

export type { MailWords };

const WORDS: Record<Language, MailWords> = { da, sv, de, en, nb, nn };

export const mailWordsIn = (language: Language): MailWords => WORDS[language];
