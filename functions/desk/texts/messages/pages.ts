import type { PAGES, SellerDetail } from '../../../platform/messages/pages.ts';
import type { Translations } from '../../../platform/messages/message.ts';
import { translation, type Translation } from '../../../pipeline/translation/translation.ts';
import { spokenText } from './figures.ts';

const DRAFT_CLOSED = {
  published: translation(
    'Kladden er udgivet. Opret en ny; den kan tage udgangspunkt i enhver udgave.',
    'Utkastet är publicerat. Skapa ett nytt; det kan utgå från vilken version som helst.',
    'Dieser Entwurf wurde veröffentlicht. Bitte einen neuen anlegen; er kann von jeder Fassung ausgehen.',
    'Utkastet er publisert. Opprett et nytt; det kan ta utgangspunkt i enhver utgave.',
  ),
  discarded: translation(
    'Kladden er kasseret. Opret en ny; den kan tage udgangspunkt i enhver udgave.',
    'Utkastet är kastat. Skapa ett nytt; det kan utgå från vilken version som helst.',
    'Dieser Entwurf wurde verworfen. Bitte einen neuen anlegen; er kann von jeder Fassung ausgehen.',
    'Utkastet er forkastet. Opprett et nytt; det kan ta utgangspunkt i enhver utgave.',
  ),
};

const DETAILS: Readonly<Record<SellerDetail, Translation>> = {
  vat_number: translation('CVR-/momsnummer', 'momsregistreringsnummer', 'USt-IdNr.', 'organisasjonsnummer'),
  address: translation('adresse', 'adress', 'Adresse', 'adresse'),
  contact: translation('e-mail eller telefon', 'e-post eller telefon', 'E-Mail oder Telefon', 'e-post eller telefon'),
  terms: translation('handelsbetingelser', 'köpvillkor', 'AGB', 'salgsvilkår'),
};

const detailsIn = (language: keyof Translation, details: readonly SellerDetail[]): string =>
  details.map((detail) => DETAILS[detail][language]).join(', ');

export const pages: Omit<Translations<typeof PAGES, undefined, Translation>, 'text_fault'> = {
  too_many_drafts: ({ maximum }) =>
    translation(
      `En virksomhed har højst ${maximum} åbne kladder. Udgiv eller kassér en af dem først.`,
      `Ett företag har högst ${maximum} öppna utkast. Publicera eller kasta ett av dem först.`,
      `Ein Unternehmen hat höchstens ${maximum} offene Entwürfe. Bitte zuerst einen veröffentlichen oder verwerfen.`,
      `En bedrift har høyst ${maximum} åpne utkast. Publiser eller forkast ett av dem først.`,
    ),
  draft_closed: ({ status }) => DRAFT_CLOSED[status],
  details_missing: ({ details }) =>
    translation(
      `Siden kan ikke åbnes, før virksomheden har: ${detailsIn('da', details)}.`,
      `Sidan kan inte öppnas förrän företaget har: ${detailsIn('sv', details)}.`,
      `Die Seite lässt sich erst öffnen, wenn das Unternehmen hat: ${detailsIn('de', details)}.`,
      `Siden kan ikke åpnes før bedriften har: ${detailsIn('nb', details)}.`,
    ),
  entry_repeated: ({ entry }) =>
    translation(
      `${entry} er nævnt to gange.`,
      `${entry} är nämnd två gånger.`,
      `${entry} ist zweimal genannt.`,
      `${entry} er nevnt to ganger.`,
    ),
  entry_out_of_range: ({ entry, minimum, maximum }) =>
    translation(
      `${entry} er ikke mellem ${minimum} og ${maximum}.`,
      `${entry} är inte mellan ${minimum} och ${maximum}.`,
      `${entry} liegt nicht zwischen ${minimum} und ${maximum}.`,
      `${entry} er ikke mellom ${minimum} og ${maximum}.`,
    ),
  entry_not_minor: ({ entry }) =>
    spokenText(
      `${entry} is not an amount.`,
      `${entry} er ikke et beløb.`,
      `${entry} är inget belopp.`,
      `${entry} ist kein Betrag.`,
      `${entry} er ikke et beløp.`,
    ),
  entry_not_sold: ({ entry }) =>
    translation(
      `${entry} er ikke noget, virksomheden sælger.`,
      `${entry} är inget som företaget säljer.`,
      `${entry} ist nichts, was das Unternehmen verkauft.`,
      `${entry} er ikke noe bedriften selger.`,
    ),
  entry_unknown: ({ entry, choices }) =>
    translation(
      `${entry} er ikke et af: ${choices}.`,
      `${entry} är inte ett av: ${choices}.`,
      `${entry} ist nichts von: ${choices}.`,
      `${entry} er ikke ett av: ${choices}.`,
    ),
  language_not_shown: ({ language }) =>
    translation(
      `${language} er ikke blandt sidens sprog.`,
      `${language} finns inte bland sidans språk.`,
      `${language} gehört nicht zu den Sprachen der Seite.`,
      `${language} er ikke blant språkene på siden.`,
    ),
  default_language_missing: ({ language }) =>
    translation(
      `${language}, som er standardsproget, skal være blandt dem.`,
      `${language}, som är standardspråket, måste finnas bland dem.`,
      `${language}, die Standardsprache, muss dabei sein.`,
      `${language}, som er standardspråket, må være blant dem.`,
    ),
  no_gift_cards: translation(
    'Virksomheden sælger ikke gavekort.',
    'Företaget säljer inga presentkort.',
    'Das Unternehmen verkauft keine Gutscheine.',
    'Bedriften selger ikke gavekort.',
  ),
  values_too_large: ({ bytes, maximum }) =>
    translation(
      `Alt indhold fylder tilsammen ${bytes} byte; en side har højst ${maximum}.`,
      `Allt innehåll är tillsammans ${bytes} byte; en sida har högst ${maximum}.`,
      `Der ganze Inhalt hat ${bytes} Byte; eine Seite hat höchstens ${maximum}.`,
      `Alt innhold er til sammen ${bytes} byte; en side har høyst ${maximum}.`,
    ),
  revision_unknown: translation(
    'Siden har ingen udgave med dette nummer.',
    'Sidan har ingen version med det numret.',
    'Die Seite hat keine Fassung mit dieser Nummer.',
    'Siden har ingen utgave med dette nummeret.',
  ),
};
