import { ownMember } from '../../platform/own-member.ts';
import { PAGE_LANGUAGES, type PageLanguage } from '../../platform/page-languages.ts';

type Words = readonly [da: string, en: string, de: string, sv: string, no: string];

/* oxfmt-ignore */
const WORDS = {
  back: ['Udseende og kort', 'Brand and cards', 'Marke und Karten', 'Utseende och kort', 'Profil og kort'],
  more: ['Ældre skabeloner', 'Older templates', 'Ältere Vorlagen', 'Äldre mallar', 'Eldre maler'],
  edit: ['Placér felter', 'Place fields', 'Felder platzieren', 'Placera fält', 'Plasser felt'],
  text: ['Det, der gemmes her, gælder kort, der laves bagefter.', 'What you save here applies to cards that are made afterwards.', 'Was hier gespeichert wird, gilt für Karten, die danach erstellt werden.', 'Det som sparas här gäller kort som görs efteråt.', 'Det som lagres her, gjelder kort som lages etterpå.'],
  dragHint: ['Træk et felt for at flytte det, og træk i hjørnet for at ændre størrelsen. Med tastaturet flytter piletasterne feltet 1 mm, og med Skift ændrer de størrelsen.', 'Drag a field to move it, and drag its corner to resize it. With the keyboard, the arrow keys move a field by 1 mm; with Shift they resize it.', 'Ziehen Sie ein Feld, um es zu verschieben, und seine Ecke, um die Größe zu ändern. Mit der Tastatur verschieben die Pfeiltasten ein Feld um 1 mm; mit der Umschalttaste ändern sie die Größe.', 'Dra ett fält för att flytta det och dra i hörnet för att ändra storleken. Med tangentbordet flyttar piltangenterna fältet 1 mm; med skift ändrar de storleken.', 'Dra et felt for å flytte det, og dra i hjørnet for å endre størrelsen. Med tastaturet flytter piltastene feltet 1 mm; med Skift endrer de størrelsen.'],
  pageTitle: ['Siden', 'The page', 'Die Seite', 'Sidan', 'Siden'],
  page: ['Side', 'Page', 'Seite', 'Sida', 'Side'],
  fields: ['Felter', 'Fields', 'Felder', 'Fält', 'Felt'],
  x: ['Fra venstre (mm)', 'From the left (mm)', 'Von links (mm)', 'Från vänster (mm)', 'Fra venstre (mm)'],
  y: ['Fra toppen (mm)', 'From the top (mm)', 'Von oben (mm)', 'Uppifrån (mm)', 'Fra toppen (mm)'],
  width: ['Bredde (mm)', 'Width (mm)', 'Breite (mm)', 'Bredd (mm)', 'Bredde (mm)'],
  height: ['Højde (mm)', 'Height (mm)', 'Höhe (mm)', 'Höjd (mm)', 'Høyde (mm)'],
  size: ['Største skrift (pt)', 'Largest font size (pt)', 'Größte Schrift (pt)', 'Största teckenstorlek (pt)', 'Største skrift (pt)'],
  align: ['Justering', 'Alignment', 'Ausrichtung', 'Justering', 'Justering'],
  left: ['venstre', 'left', 'links', 'vänster', 'venstre'],
  center: ['midten', 'centre', 'Mitte', 'mitten', 'midten'],
  right: ['højre', 'right', 'rechts', 'höger', 'høyre'],
  font: ['Skrift', 'Font', 'Schrift', 'Typsnitt', 'Skrift'],
  asBrand: ['som i udseendet', 'as in the brand', 'wie in der Marke', 'som i utseendet', 'som i profilen'],
  automatic: ['automatisk', 'automatic', 'automatisch', 'automatiskt', 'automatisk'],
  ownColor: ['Egen farve', 'Own colour', 'Eigene Farbe', 'Egen färg', 'Egen farge'],
  color: ['Farve', 'Colour', 'Farbe', 'Färg', 'Farge'],
  rotation: ['Roteret', 'Rotated', 'Gedreht', 'Roterad', 'Rotert'],
  straight: ['nej', 'no', 'nein', 'nej', 'nei'],
  remove: ['Fjern feltet', 'Remove the field', 'Feld entfernen', 'Ta bort fältet', 'Fjern feltet'],
  addTitle: ['Tilføj et felt', 'Add a field', 'Feld hinzufügen', 'Lägg till ett fält', 'Legg til et felt'],
  field: ['Felt', 'Field', 'Feld', 'Fält', 'Felt'],
  add: ['Tilføj', 'Add', 'Hinzufügen', 'Lägg till', 'Legg til'],
  inUse: ['Kort laves med denne skabelon, så felterne kan ikke flyttes. Brug en anden skabelon først.', 'Cards are made with this template, so its fields cannot be moved. Use another template first.', 'Mit dieser Vorlage werden Karten erstellt, deshalb lassen sich ihre Felder nicht verschieben. Verwenden Sie zuerst eine andere Vorlage.', 'Kort görs med den här mallen, så fälten kan inte flyttas. Använd först en annan mall.', 'Kort lages med denne malen, så feltene kan ikke flyttes. Bruk en annen mal først.'],
} as const satisfies Record<string, Words>;

/* oxfmt-ignore */
const FIELDS: Readonly<Record<string, Words>> = {
  title: ['Produktets navn', 'Name of the product', 'Name des Produkts', 'Produktens namn', 'Produktets navn'],
  code: ['Kode', 'Code', 'Code', 'Kod', 'Kode'],
  qr: ['QR-kode', 'QR code', 'QR-Code', 'QR-kod', 'QR-kode'],
  amount: ['Beløb', 'Amount', 'Betrag', 'Belopp', 'Beløp'],
  currency: ['Valuta', 'Currency', 'Währung', 'Valuta', 'Valuta'],
  validity: ['Gyldig til', 'Valid until', 'Gültig bis', 'Giltigt till', 'Gyldig til'],
  company_name: ['Virksomhedens navn', 'Company name', 'Name des Unternehmens', 'Företagets namn', 'Bedriftens navn'],
  sender_name: ['Fra', 'From', 'Von', 'Från', 'Fra'],
  recipient_name: ['Til', 'To', 'Für', 'Till', 'Til'],
  greeting_message: ['Hilsen', 'Greeting', 'Gruß', 'Hälsning', 'Hilsen'],
  greeting_image: ['Hilsenens billede', 'Picture of the greeting', 'Bild zum Gruß', 'Hälsningens bild', 'Hilsenens bilde'],
  product_image: ['Produktets billede', 'Picture of the product', 'Bild des Produkts', 'Produktens bild', 'Produktets bilde'],
  logo: ['Logo', 'Logo', 'Logo', 'Logotyp', 'Logo'],
  formalities: ['Betingelser', 'Terms', 'Bedingungen', 'Villkor', 'Vilkår'],
  description: ['Den valgte variant', 'The chosen option', 'Gewählte Variante', 'Den valda varianten', 'Valgt variant'],
  order_reference: ['Ordrens nummer', 'Order number', 'Bestellnummer', 'Ordernummer', 'Ordrenummer'],
  item_number: ['Nummer i rækken (1 af 3)', 'Number in the order (1 of 3)', 'Nummer in der Bestellung (1 von 3)', 'Nummer i ordern (1 av 3)', 'Nummer i ordren (1 av 3)'],
  event_starts_at: ['Dato og tid', 'Date and time', 'Datum und Uhrzeit', 'Datum och tid', 'Dato og tid'],
  event_venue: ['Sted', 'Place', 'Ort', 'Plats', 'Sted'],
  ticket_title: ['Billettype', 'Kind of ticket', 'Art des Tickets', 'Biljettyp', 'Billettype'],
  seats: ['Antal personer', 'Number of people', 'Anzahl Personen', 'Antal personer', 'Antall personer'],
  collection_point: ['Afhentningssted', 'Place of collection', 'Abholort', 'Utlämningsställe', 'Hentested'],
  comment: ['Køberens bemærkning', 'Comment of the buyer', 'Bemerkung des Käufers', 'Köparens kommentar', 'Kjøperens kommentar'],
};

export type TemplateWord = keyof typeof WORDS;

export const templateWord = (language: PageLanguage, name: TemplateWord): string =>
  WORDS[name][PAGE_LANGUAGES.indexOf(language)] ?? WORDS[name][1];

/** Label of a template field; its API name if it has no label. */
export const fieldName = (language: PageLanguage, field: string): string =>
  ownMember(FIELDS, field)?.[PAGE_LANGUAGES.indexOf(language)] ?? field;

/** A text of the service in which the label replaces the API name of a field. */
export const withFieldName = (language: PageLanguage, text: string, field: string | undefined): string =>
  field === undefined ? text : text.replace(` ${field} `, ` ${fieldName(language, field)} `);
