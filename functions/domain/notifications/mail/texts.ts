import type { Language } from '../../fulfillment/documents/schema.ts';
import { da } from './texts/da.ts';
import { de } from './texts/de.ts';
import { en } from './texts/en.ts';
import { nb } from './texts/nb.ts';
import { nn } from './texts/nn.ts';
import { sv } from './texts/sv.ts';
import type { MailTexts } from './texts/schema.ts';

export type { MailTexts };

const TEXTS: Record<Language, MailTexts> = { da, sv, de, en, nb, nn };

export const mailTextsIn = (language: Language): MailTexts => TEXTS[language];
