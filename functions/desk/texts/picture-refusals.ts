import { translation, type Translation } from '../../pipeline/translation/translation.ts';

/** Why pictures of a brand are refused; found and written as `REFUSALS` are (texts/refusals.ts). */
export const PICTURE_REFUSALS: Readonly<Record<string, Translation>> = {
  'Send the bytes with a Content-Type of {}.': translation(
    'Filtypen kan ikke bruges. Vælg en af {}.',
    'Filtypen kan inte användas. Välj en av {}.',
    'Dieser Dateityp wird nicht angenommen. Bitte einen von diesen wählen: {}.',
    'Filtypen kan ikke brukes. Velg en av {}.',
  ),
  'There are no bytes. Send the picture itself as the body.': translation(
    'Filen er tom.',
    'Filen är tom.',
    'Die Datei ist leer.',
    'Filen er tom.',
  ),
  'The picture has {} bytes; at most {} MB are taken for {}.': translation(
    'Billedet fylder {} byte; her er højst {} MB tilladt.',
    'Bilden är på {} byte; här får den vara högst {} MB.',
    'Das Bild hat {} Byte; hier sind höchstens {} MB erlaubt.',
    'Bildet er på {} byte; her er høyst {} MB tillatt.',
  ),
  'The picture could not be stored just now. Send it again.': translation(
    'Billedet kunne ikke gemmes lige nu. Send det igen.',
    'Bilden kunde inte sparas just nu. Skicka den igen.',
    'Das Bild konnte gerade nicht gespeichert werden. Bitte noch einmal senden.',
    'Bildet kunne ikke lagres akkurat nå. Send det igjen.',
  ),
  'The picture cannot be read just now. Try again.': translation(
    'Billedet kan ikke læses lige nu. Prøv igen.',
    'Bilden kan inte läsas just nu. Försök igen.',
    'Das Bild kann gerade nicht gelesen werden. Bitte noch einmal versuchen.',
    'Bildet kan ikke leses akkurat nå. Prøv igjen.',
  ),
  'The bytes do not begin as a picture of type {} does.': translation(
    'Filen er ikke et billede af typen {}. Gem billedet på ny, og prøv igen.',
    'Filen är ingen bild av typen {}. Spara bilden på nytt och försök igen.',
    'Die Datei ist kein Bild vom Typ {}. Bitte das Bild neu speichern und noch einmal versuchen.',
    'Filen er ikke et bilde av typen {}. Lagre bildet på nytt, og prøv igjen.',
  ),
  'The bytes do not begin as a PNG, JPEG or WebP picture does.': translation(
    'Filen er hverken PNG, JPEG eller WebP.',
    'Filen är varken PNG, JPEG eller WebP.',
    'Die Datei ist weder PNG noch JPEG noch WebP.',
    'Filen er verken PNG, JPEG eller WebP.',
  ),
  'This is a picture of type {}; {} are taken.': translation(
    'Billedet er af typen {}; her kan {} bruges.',
    'Bilden är av typen {}; här kan {} användas.',
    'Das Bild ist vom Typ {}; hier werden {} angenommen.',
    'Bildet er av typen {}; her kan {} brukes.',
  ),
  'The picture has {} by {} pixels. At most {} a side and {} in all are taken.': translation(
    'Billedet har {} gange {} pixel. Højst {} på hver led og {} i alt er tilladt.',
    'Bilden har {} gånger {} pixel. Högst {} per sida och {} totalt är tillåtna.',
    'Das Bild hat {} mal {} Pixel. Höchstens {} je Seite und {} insgesamt sind erlaubt.',
    'Bildet har {} ganger {} piksler. Høyst {} per side og {} i alt er tillatt.',
  ),
  'The picture cannot be decoded: {}.': translation(
    'Billedet er beskadiget og kan ikke læses. Gem det på ny, og prøv igen.',
    'Bilden är skadad och kan inte läsas. Spara den på nytt och försök igen.',
    'Das Bild ist beschädigt und kann nicht gelesen werden. Bitte neu speichern und noch einmal versuchen.',
    'Bildet er skadet og kan ikke leses. Lagre det på nytt, og prøv igjen.',
  ),
  'The picture takes too much {} to decode. Save it again and retry.': translation(
    'Billedet er for tungt at læse. Gem det på ny, og prøv igen.',
    'Bilden är för tung att läsa. Spara den på nytt och försök igen.',
    'Das Bild ist zu aufwendig zu lesen. Bitte neu speichern und noch einmal versuchen.',
    'Bildet er for tungt å lese. Lagre det på nytt, og prøv igjen.',
  ),
  'The drawing takes too much {} to draw. Simplify it and try again.': translation(
    'Tegningen er for tung at tegne. Gør den enklere, og prøv igen.',
    'Teckningen är för tung att rita. Förenkla den och försök igen.',
    'Die Zeichnung ist zu aufwendig zu zeichnen. Bitte vereinfachen und noch einmal versuchen.',
    'Tegningen er for tung å tegne. Gjør den enklere, og prøv igjen.',
  ),
  'The drawing has styles with escapes. Save it without them.': translation(
    'Tegningens typografier har omskrevne tegn. Gem den uden.',
    'Teckningens stilar har omskrivna tecken. Spara den utan.',
    'Die Stile der Zeichnung enthalten umschriebene Zeichen. Bitte ohne sie speichern.',
    'Stilene i tegningen har omskrevne tegn. Lagre den uten.',
  ),
  'The drawing has too many parts. Simplify it and try again.': translation(
    'Tegningen har for mange dele. Gør den enklere, og prøv igen.',
    'Teckningen har för många delar. Förenkla den och försök igen.',
    'Die Zeichnung hat zu viele Teile. Bitte vereinfachen und noch einmal versuchen.',
    'Tegningen har for mange deler. Gjør den enklere, og prøv igjen.',
  ),
  'The drawing holds <{}>, which is not taken. Draw it as outlines.': translation(
    'Tegningen indeholder <{}>, som ikke kan bruges. Tegn det som omrids.',
    'Teckningen innehåller <{}>, som inte kan användas. Rita det som konturer.',
    'Die Zeichnung enthält <{}>, was nicht angenommen wird. Bitte in Pfade umwandeln.',
    'Tegningen inneholder <{}>, som ikke kan brukes. Tegn det som omriss.',
  ),
  'The drawing declares entities, which are not taken.': translation(
    'Tegningen erklærer entiteter, som ikke kan bruges.',
    'Teckningen deklarerar entiteter, som inte kan användas.',
    'Die Zeichnung deklariert Entitäten, die nicht angenommen werden.',
    'Tegningen deklarerer entiteter, som ikke kan brukes.',
  ),
};
