import type { PICTURES } from '../../../platform/messages/pictures.ts';
import type { Translations } from '../../../platform/messages/message.ts';
import { translation, type Translation } from '../../../pipeline/translation/translation.ts';
import { spokenText } from './figures.ts';

export const pictures: Translations<typeof PICTURES, undefined, Translation> = {
  content_type_not_taken: ({ types }) =>
    spokenText(
      `This type of file cannot be used. Choose one of ${types}.`,
      `Filtypen kan ikke bruges. Vælg en af ${types}.`,
      `Filtypen kan inte användas. Välj en av ${types}.`,
      `Dieser Dateityp wird nicht angenommen. Bitte einen von diesen wählen: ${types}.`,
      `Filtypen kan ikke brukes. Velg en av ${types}.`,
    ),
  picture_missing: spokenText(
    'The file is empty.',
    'Filen er tom.',
    'Filen är tom.',
    'Die Datei ist leer.',
    'Filen er tom.',
  ),
  picture_too_large: ({ bytes, megabytes }) =>
    translation(
      `Billedet fylder ${bytes} byte; her er højst ${megabytes} MB tilladt.`,
      `Bilden är på ${bytes} byte; här får den vara högst ${megabytes} MB.`,
      `Das Bild hat ${bytes} Byte; hier sind höchstens ${megabytes} MB erlaubt.`,
      `Bildet er på ${bytes} byte; her er høyst ${megabytes} MB tillatt.`,
    ),
  picture_not_stored: translation(
    'Billedet kunne ikke gemmes lige nu. Send det igen.',
    'Bilden kunde inte sparas just nu. Skicka den igen.',
    'Das Bild konnte gerade nicht gespeichert werden. Bitte noch einmal senden.',
    'Bildet kunne ikke lagres akkurat nå. Send det igjen.',
  ),
  picture_unreadable: translation(
    'Billedet kan ikke læses lige nu. Prøv igen.',
    'Bilden kan inte läsas just nu. Försök igen.',
    'Das Bild kann gerade nicht gelesen werden. Bitte noch einmal versuchen.',
    'Bildet kan ikke leses akkurat nå. Prøv igjen.',
  ),
  picture_type_differs: ({ mime }) =>
    spokenText(
      `The file is not a picture of type ${mime}. Save the picture again and retry.`,
      `Filen er ikke et billede af typen ${mime}. Gem billedet på ny, og prøv igen.`,
      `Filen är ingen bild av typen ${mime}. Spara bilden på nytt och försök igen.`,
      `Die Datei ist kein Bild vom Typ ${mime}. Bitte das Bild neu speichern und noch einmal versuchen.`,
      `Filen er ikke et bilde av typen ${mime}. Lagre bildet på nytt, og prøv igjen.`,
    ),
  uploaded_type_differs: spokenText(
    'The file is not a picture of the chosen type. Save the picture again and retry.',
    'Filen er ikke et billede af den valgte type. Gem billedet på ny, og prøv igen.',
    'Filen är ingen bild av den valda typen. Spara bilden på nytt och försök igen.',
    'Die Datei ist kein Bild vom gewählten Typ. Bitte das Bild neu speichern und noch einmal versuchen.',
    'Filen er ikke et bilde av den valgte typen. Lagre bildet på nytt, og prøv igjen.',
  ),
  picture_type_unknown: spokenText(
    'The file is not a PNG, JPEG or WebP picture.',
    'Filen er hverken PNG, JPEG eller WebP.',
    'Filen är varken PNG, JPEG eller WebP.',
    'Die Datei ist weder PNG noch JPEG noch WebP.',
    'Filen er verken PNG, JPEG eller WebP.',
  ),
  picture_type_not_taken: ({ type, types }) =>
    translation(
      `Billedet er af typen ${type}; her kan ${types} bruges.`,
      `Bilden är av typen ${type}; här kan ${types} användas.`,
      `Das Bild ist vom Typ ${type}; hier werden ${types} angenommen.`,
      `Bildet er av typen ${type}; her kan ${types} brukes.`,
    ),
  picture_dimensions: ({ width, height, side, pixels }) =>
    translation(
      `Billedet har ${width} gange ${height} pixel. Højst ${side} på hver side og ${pixels} i alt er tilladt.`,
      `Bilden har ${width} gånger ${height} pixel. Högst ${side} per sida och ${pixels} totalt är tillåtna.`,
      `Das Bild hat ${width} mal ${height} Pixel. Höchstens ${side} je Seite und ${pixels} insgesamt sind erlaubt.`,
      `Bildet har ${width} ganger ${height} piksler. Høyst ${side} per side og ${pixels} i alt er tillatt.`,
    ),
  picture_broken: spokenText(
    'The picture is damaged and cannot be read. Save it again and retry.',
    'Billedet er beskadiget og kan ikke læses. Gem det på ny, og prøv igen.',
    'Bilden är skadad och kan inte läsas. Spara den på nytt och försök igen.',
    'Das Bild ist beschädigt und kann nicht gelesen werden. Bitte neu speichern und noch einmal versuchen.',
    'Bildet er skadet og kan ikke leses. Lagre det på nytt, og prøv igjen.',
  ),
  picture_decoding_exceeds: translation(
    'Billedet er for komplekst at læse. Gem det på ny, og prøv igen.',
    'Bilden är för komplex att läsa. Spara den på nytt och försök igen.',
    'Das Bild ist zu komplex. Bitte neu speichern und noch einmal versuchen.',
    'Bildet er for komplekst å lese. Lagre det på nytt, og prøv igjen.',
  ),
  drawing_exceeds: translation(
    'Tegningen er for kompleks. Gør den enklere, og prøv igen.',
    'Teckningen är för komplex. Förenkla den och försök igen.',
    'Die Zeichnung ist zu komplex. Bitte vereinfachen und noch einmal versuchen.',
    'Tegningen er for kompleks. Gjør den enklere, og prøv igjen.',
  ),
  drawing_escapes: translation(
    'Tegningens CSS indeholder escape-sekvenser. Gem den uden.',
    'Teckningens CSS innehåller escape-sekvenser. Spara den utan.',
    'Das CSS der Zeichnung enthält Escape-Sequenzen. Bitte ohne sie speichern.',
    'CSS-en i tegningen inneholder escape-sekvenser. Lagre den uten.',
  ),
  drawing_too_many_parts: translation(
    'Tegningen har for mange dele. Gør den enklere, og prøv igen.',
    'Teckningen har för många delar. Förenkla den och försök igen.',
    'Die Zeichnung hat zu viele Teile. Bitte vereinfachen und noch einmal versuchen.',
    'Tegningen har for mange deler. Gjør den enklere, og prøv igjen.',
  ),
  drawing_element: ({ element }) =>
    translation(
      `Tegningen indeholder <${element}>, som ikke kan bruges. Tegn det som omrids.`,
      `Teckningen innehåller <${element}>, som inte kan användas. Rita det som konturer.`,
      `Die Zeichnung enthält <${element}>, was nicht angenommen wird. Bitte in Pfade umwandeln.`,
      `Tegningen inneholder <${element}>, som ikke kan brukes. Tegn det som omriss.`,
    ),
  drawing_not_utf8: translation(
    'Tegningen er ikke UTF-8-tekst. Gem den som almindelig SVG.',
    'Teckningen är inte UTF-8-text. Spara den som vanlig SVG.',
    'Die Zeichnung ist kein UTF-8-Text. Bitte als einfaches SVG speichern.',
    'Tegningen er ikke UTF-8-tekst. Lagre den som vanlig SVG.',
  ),
  drawing_entities: translation(
    'Tegningen erklærer entiteter, som ikke kan bruges.',
    'Teckningen deklarerar entiteter, som inte kan användas.',
    'Die Zeichnung deklariert Entitäten, die nicht angenommen werden.',
    'Tegningen deklarerer entiteter, som ikke kan brukes.',
  ),
};
