import type { Language } from '../documents/schema.ts';

/** Texts of a sample that a company would write in its own language, by field name. */
type SampleTexts = Readonly<
  Record<'title' | 'greeting_message' | 'formalities' | 'description' | 'ticket_title' | 'comment', string>
>;

/** The English samples are in `TEMPLATE_FIELDS`. */
export const SAMPLE_TEXTS: Readonly<Partial<Record<Language, SampleTexts>>> = {
  da: {
    title: 'Middag for to',
    greeting_message: 'Tillykke, kære Bo!\nKærlig hilsen fra os alle.',
    formalities: 'Gælder i tre år. Kan ikke ombyttes til kontanter.',
    description: 'Tre retter med vin',
    ticket_title: 'Siddeplads, balkon',
    comment: 'Kørestol',
  },
  sv: {
    title: 'Middag för två',
    greeting_message: 'Grattis, kära Bo!\nKärleksfulla hälsningar från oss alla.',
    formalities: 'Gäller i tre år. Kan inte bytas mot kontanter.',
    description: 'Tre rätter med vin',
    ticket_title: 'Sittplats, balkong',
    comment: 'Rullstol',
  },
  de: {
    title: 'Abendessen für zwei',
    greeting_message: 'Herzlichen Glückwunsch, lieber Bo!\nAlles Liebe von uns allen.',
    formalities: 'Drei Jahre gültig. Keine Barauszahlung.',
    description: 'Drei Gänge mit Wein',
    ticket_title: 'Sitzplatz, Balkon',
    comment: 'Rollstuhl',
  },
  nb: {
    title: 'Middag for to',
    greeting_message: 'Gratulerer, kjære Bo!\nKjærlig hilsen fra oss alle.',
    formalities: 'Gjelder i tre år. Kan ikke byttes i kontanter.',
    description: 'Tre retter med vin',
    ticket_title: 'Sitteplass, balkong',
    comment: 'Rullestol',
  },
  nn: {
    title: 'Middag for to',
    greeting_message: 'Gratulerer, kjære Bo!\nKjærleg helsing frå oss alle.',
    formalities: 'Gjeld i tre år. Kan ikkje bytast i kontantar.',
    description: 'Tre rettar med vin',
    ticket_title: 'Sitjeplass, balkong',
    comment: 'Rullestol',
  },
};
