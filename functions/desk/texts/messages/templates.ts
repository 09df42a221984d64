import type { PdfContent, TEMPLATES } from '../../../platform/messages/templates.ts';
import type { Translations } from '../../../platform/messages/message.ts';
import { translation, type Translation } from '../../../pipeline/translation/translation.ts';
import { spokenText } from './figures.ts';

/** All these languages write a decimal comma. */
const decimalComma = (figure: number | string): string => String(figure).replace('.', ',');

const PDF_CONTENT: Readonly<Record<PdfContent, Translation>> = {
  actions: translation(
    'PDF’en indeholder handlinger, og det tages ikke imod. Gem den uden, og prøv igen.',
    'PDF:en innehåller åtgärder, vilket inte tas emot. Spara den utan och försök igen.',
    'Die PDF-Datei enthält Aktionen; das wird nicht angenommen. Bitte ohne speichern und noch einmal versuchen.',
    'PDF-en inneholder handlinger, og det tas ikke imot. Lagre den uten og prøv igjen.',
  ),
  'actions that start programs': translation(
    'PDF’en indeholder handlinger, der starter programmer, og det tages ikke imod. Gem den uden, og prøv igen.',
    'PDF:en innehåller åtgärder som startar program, vilket inte tas emot. Spara den utan och försök igen.',
    'Die PDF-Datei enthält Aktionen, die Programme starten; das wird nicht angenommen. Bitte ohne speichern und noch einmal versuchen.',
    'PDF-en inneholder handlinger som starter programmer, og det tas ikke imot. Lagre den uten og prøv igjen.',
  ),
  'embedded files': translation(
    'PDF’en indeholder indlejrede filer, og det tages ikke imod. Gem den uden, og prøv igen.',
    'PDF:en innehåller inbäddade filer, vilket inte tas emot. Spara den utan och försök igen.',
    'Die PDF-Datei enthält eingebettete Dateien; das wird nicht angenommen. Bitte ohne speichern und noch einmal versuchen.',
    'PDF-en inneholder innebygde filer, og det tas ikke imot. Lagre den uten og prøv igjen.',
  ),
  'rich media': translation(
    'PDF’en indeholder lyd eller film, og det tages ikke imod. Gem den uden, og prøv igen.',
    'PDF:en innehåller ljud eller film, vilket inte tas emot. Spara den utan och försök igen.',
    'Die PDF-Datei enthält Ton oder Film; das wird nicht angenommen. Bitte ohne speichern und noch einmal versuchen.',
    'PDF-en inneholder lyd eller film, og det tas ikke imot. Lagre den uten og prøv igjen.',
  ),
  scripts: translation(
    'PDF’en indeholder scripts, og det tages ikke imod. Gem den uden, og prøv igen.',
    'PDF:en innehåller skript, vilket inte tas emot. Spara den utan och försök igen.',
    'Die PDF-Datei enthält Skripte; das wird nicht angenommen. Bitte ohne speichern und noch einmal versuchen.',
    'PDF-en inneholder skript, og det tas ikke imot. Lagre den uten og prøv igjen.',
  ),
  'an XFA form': translation(
    'PDF’en indeholder en XFA-formular, og det tages ikke imod. Gem den uden, og prøv igen.',
    'PDF:en innehåller ett XFA-formulär, vilket inte tas emot. Spara den utan och försök igen.',
    'Die PDF-Datei enthält ein XFA-Formular; das wird nicht angenommen. Bitte ohne speichern und noch einmal versuchen.',
    'PDF-en inneholder et XFA-skjema, og det tas ikke imot. Lagre den uten og prøv igjen.',
  ),
  'references to other files': translation(
    'PDF’en indeholder henvisninger til andre filer, og det tages ikke imod. Gem den uden, og prøv igen.',
    'PDF:en innehåller hänvisningar till andra filer, vilket inte tas emot. Spara den utan och försök igen.',
    'Die PDF-Datei enthält Verweise auf andere Dateien; das wird nicht angenommen. Bitte ohne speichern und noch einmal versuchen.',
    'PDF-en inneholder henvisninger til andre filer, og det tas ikke imot. Lagre den uten og prøv igjen.',
  ),
};

const PDF_READING: Readonly<Record<'time' | 'memory', Translation>> = {
  time: translation(
    'Det kræver for meget tid at læse PDF’en. Gør den enklere, og prøv igen.',
    'Det krävs för mycket tid för att läsa PDF:en. Förenkla den och försök igen.',
    'Das Lesen der PDF-Datei braucht zu viel Zeit. Bitte vereinfachen und noch einmal versuchen.',
    'Det krever for mye tid å lese PDF-en. Gjør den enklere og prøv igjen.',
  ),
  memory: translation(
    'Det kræver for meget hukommelse at læse PDF’en. Gør den enklere, og prøv igen.',
    'Det krävs för mycket minne för att läsa PDF:en. Förenkla den och försök igen.',
    'Das Lesen der PDF-Datei braucht zu viel Speicher. Bitte vereinfachen und noch einmal versuchen.',
    'Det krever for mye minne å lese PDF-en. Gjør den enklere og prøv igjen.',
  ),
};

export const templates: Translations<typeof TEMPLATES, undefined, Translation> = {
  name_malformed: ({ minimum, maximum }) =>
    translation(
      `Navnet skal have ${minimum} til ${maximum} tegn på én linje.`,
      `Namnet ska ha ${minimum} till ${maximum} tecken på en rad.`,
      `Der Name braucht ${minimum} bis ${maximum} Zeichen in einer Zeile.`,
      `Navnet må ha ${minimum} til ${maximum} tegn på én linje.`,
    ),
  line_too_long: ({ maximum }) =>
    translation(
      `Højst ${maximum} tegn på én linje.`,
      `Högst ${maximum} tecken på en rad.`,
      `Höchstens ${maximum} Zeichen in einer Zeile.`,
      `Høyst ${maximum} tegn på én linje.`,
    ),
  color_malformed: ({ example }) =>
    translation(
      `Det skal være en farve som ${example}.`,
      `Det ska vara en färg som ${example}.`,
      `Das muss eine Farbe wie ${example} sein.`,
      `Det må være en farge som ${example}.`,
    ),
  contrast_too_low: ({ color, background, ratio, minimum, nearest }) =>
    translation(
      `${color} på ${background} har en kontrast på ${decimalComma(ratio)}:1 og kan ikke læses godt; der skal mindst ${decimalComma(minimum)}:1 til. Den nærmeste farve, der går, er ${nearest}.`,
      `${color} på ${background} har kontrasten ${decimalComma(ratio)}:1 och går inte att läsa bra; det krävs minst ${decimalComma(minimum)}:1. Den närmaste färgen som går är ${nearest}.`,
      `${color} auf ${background} hat einen Kontrast von ${decimalComma(ratio)}:1 und ist schlecht lesbar; nötig sind ${decimalComma(minimum)}:1. Die nächste lesbare Farbe ist ${nearest}.`,
      `${color} på ${background} har en kontrast på ${decimalComma(ratio)}:1 og kan ikke leses godt; det trengs minst ${decimalComma(minimum)}:1. Den nærmeste fargen som går, er ${nearest}.`,
    ),
  template_active: translation(
    'Skabelonen er i brug. Tag en anden i brug først.',
    'Mallen används. Börja använda en annan först.',
    'Die Vorlage ist in Gebrauch. Bitte zuerst eine andere verwenden.',
    'Malen er i bruk. Ta en annen i bruk først.',
  ),
  default_template: translation(
    'Standardskabelonen følger af udseendet: den kan hverken ændres eller slettes.',
    'Standardmallen följer av utseendet: den kan varken ändras eller tas bort.',
    'Die Standardvorlage folgt aus der Marke: Sie kann weder geändert noch gelöscht werden.',
    'Standardmalen følger av profilen: den kan verken endres eller slettes.',
  ),
  template_not_active: translation(
    'Denne skabelon er ikke længere i brug.',
    'Den här mallen används inte längre.',
    'Diese Vorlage ist nicht mehr in Gebrauch.',
    'Denne malen er ikke lenger i bruk.',
  ),
  nothing_to_revert: translation(
    'Ingen anden skabelon var i brug før denne.',
    'Ingen annan mall användes före den här.',
    'Vor dieser Vorlage war keine andere in Gebrauch.',
    'Ingen annen mal var i bruk før denne.',
  ),
  code_place_missing: translation(
    'Der er ingen plads til koden, og uden den kan ingen bruge kortet.',
    'Det finns ingen plats för koden, och utan den kan ingen använda kortet.',
    'Es gibt keinen Platz für den Code, ohne den niemand die Karte nutzen kann.',
    'Det er ingen plass til koden, og uten den kan ingen bruke kortet.',
  ),
  field_unknown_named: ({ field }) =>
    spokenText(
      `There is no field ${field}.`,
      `Der er intet felt, der hedder ${field}.`,
      `Det finns inget fält som heter ${field}.`,
      `Es gibt kein Feld namens ${field}.`,
      `Det finnes ikke noe felt som heter ${field}.`,
    ),
  place_page_missing: ({ field, page }) =>
    translation(
      `Pladsen til ${field} er på side ${page}, som ikke findes.`,
      `Platsen för ${field} är på sida ${page}, som inte finns.`,
      `Der Platz für ${field} ist auf Seite ${page}, die es nicht gibt.`,
      `Plassen til ${field} er på side ${page}, som ikke finnes.`,
    ),
  place_outside_page: ({ field }) =>
    translation(
      `Pladsen til ${field} ligger uden for sin side.`,
      `Platsen för ${field} ligger utanför sin sida.`,
      `Der Platz für ${field} liegt außerhalb seiner Seite.`,
      `Plassen til ${field} ligger utenfor siden sin.`,
    ),
  pdf_not_pdf: translation(
    'Filen er ikke en PDF.',
    'Filen är ingen PDF.',
    'Die Datei ist keine PDF-Datei.',
    'Filen er ikke en PDF.',
  ),
  pdf_damaged: translation(
    'PDF’en er beskadiget og kan ikke læses. Gem den på ny, og prøv igen.',
    'PDF:en är skadad och kan inte läsas. Spara den på nytt och försök igen.',
    'Die PDF-Datei ist beschädigt und nicht lesbar. Bitte neu speichern und noch einmal versuchen.',
    'PDF-en er skadet og kan ikke leses. Lagre den på nytt og prøv igjen.',
  ),
  pdf_encrypted: translation(
    'PDF’en er krypteret. Gem den uden adgangskode og begrænsninger.',
    'PDF:en är krypterad. Spara den utan lösenord och begränsningar.',
    'Die PDF-Datei ist verschlüsselt. Bitte ohne Passwort und Einschränkungen speichern.',
    'PDF-en er kryptert. Lagre den uten passord og begrensninger.',
  ),
  pdf_references_circular: translation(
    'PDF’ens krydshenvisninger går i ring. Gem den på ny, og prøv igen.',
    'PDF:ens korsreferenser går i cirkel. Spara den på nytt och försök igen.',
    'Die Querverweise der PDF-Datei laufen im Kreis. Bitte neu speichern und noch einmal versuchen.',
    'Kryssreferansene i PDF-en går i ring. Lagre den på nytt og prøv igjen.',
  ),
  pdf_filter_unsupported: translation(
    'PDF-filen indeholder en datastrøm med et filter, der ikke understøttes. Gem den på ny, og prøv igen.',
    'PDF-filen innehåller en dataström med ett filter som inte stöds. Spara den på nytt och försök igen.',
    'Die PDF-Datei enthält einen Datenstrom mit einem Filter, der nicht unterstützt wird. Bitte neu speichern und noch einmal versuchen.',
    'PDF-filen inneholder en datastrøm med et filter som ikke støttes. Lagre den på nytt og prøv igjen.',
  ),
  pdf_field_without_rectangle: ({ name }) =>
    translation(
      `Formularfeltet ${name} har intet rektangel. Gem filen på ny, og prøv igen.`,
      `Formulärfältet ${name} har ingen rektangel. Spara filen på nytt och försök igen.`,
      `Das Formularfeld ${name} hat kein Rechteck. Bitte neu speichern und noch einmal versuchen.`,
      `Skjemafeltet ${name} har ikke noe rektangel. Lagre filen på nytt og prøv igjen.`,
    ),
  pdf_field_without_type: ({ name }) =>
    translation(
      `Formularfeltet ${name} har ingen type. Gem filen på ny, og prøv igen.`,
      `Formulärfältet ${name} har ingen typ. Spara filen på nytt och försök igen.`,
      `Das Formularfeld ${name} hat keinen Typ. Bitte neu speichern und noch einmal versuchen.`,
      `Skjemafeltet ${name} har ingen type. Lagre filen på nytt og prøv igjen.`,
    ),
  pdf_fields_circular: translation(
    'PDF-filens formularfelter henviser til hinanden i ring. Gem den på ny, og prøv igen.',
    'PDF-filens formulärfält hänvisar till varandra i cirkel. Spara den på nytt och försök igen.',
    'Die Formularfelder der PDF-Datei verweisen im Kreis aufeinander. Bitte neu speichern und noch einmal versuchen.',
    'Skjemafeltene i PDF-filen viser til hverandre i ring. Lagre den på nytt og prøv igjen.',
  ),
  pdf_too_deep: translation(
    'PDF’en er for dybt indlejret. Gem den på ny, og prøv igen.',
    'PDF:en är för djupt nästlad. Spara den på nytt och försök igen.',
    'Die PDF-Datei ist zu tief verschachtelt. Bitte neu speichern und noch einmal versuchen.',
    'PDF-en er for dypt nøstet. Lagre den på nytt og prøv igjen.',
  ),
  pdf_stream_too_large: translation(
    'PDF’en indeholder data, der bliver alt for store, når de pakkes ud.',
    'PDF:en innehåller data som blir alldeles för stora när de packas upp.',
    'Die PDF-Datei enthält Daten, die beim Entpacken viel zu groß werden.',
    'PDF-en inneholder data som blir altfor store når de pakkes ut.',
  ),
  pdf_too_many_objects: ({ maximum }) =>
    translation(
      `PDF’en har flere end ${maximum} objekter. Gør den enklere, og prøv igen.`,
      `PDF:en har fler än ${maximum} objekt. Förenkla den och försök igen.`,
      `Die PDF-Datei hat mehr als ${maximum} Objekte. Bitte vereinfachen und noch einmal versuchen.`,
      `PDF-en har mer enn ${maximum} objekter. Gjør den enklere og prøv igjen.`,
    ),
  pdf_no_page: translation(
    'PDF’en har ingen side.',
    'PDF:en har ingen sida.',
    'Die PDF-Datei hat keine Seite.',
    'PDF-en har ingen side.',
  ),
  pdf_too_many_pages: ({ pages, maximum }) =>
    translation(
      `PDF’en har ${pages} sider; en skabelon har højst ${maximum}.`,
      `PDF:en har ${pages} sidor; en mall har högst ${maximum}.`,
      `Die PDF-Datei hat ${pages} Seiten; eine Vorlage hat höchstens ${maximum}.`,
      `PDF-en har ${pages} sider; en mal har høyst ${maximum}.`,
    ),
  pdf_page_turned: translation(
    'En side i PDF’en er roteret. Gem den i opret format, og prøv igen.',
    'En sida i PDF:en är roterad. Spara den upprätt och försök igen.',
    'Eine Seite der PDF-Datei ist gedreht. Bitte aufrecht speichern und noch einmal versuchen.',
    'En side i PDF-en er rotert. Lagre den stående og prøv igjen.',
  ),
  pdf_page_size: ({ width, height }) =>
    translation(
      `En side i PDF’en er ${width} gange ${height} punkter; den skal være fra A7 til A3.`,
      `En sida i PDF:en är ${width} gånger ${height} punkter; den ska vara från A7 till A3.`,
      `Eine Seite der PDF-Datei hat ${width} mal ${height} Punkte; möglich ist A7 bis A3.`,
      `En side i PDF-en er ${width} ganger ${height} punkter; den må være fra A7 til A3.`,
    ),
  pdf_content: ({ what }) => PDF_CONTENT[what],
  pdf_reading_exceeds: ({ resource }) => PDF_READING[resource],
};
