import { lazy } from '../../platform/lazy.ts';
import { translation, type Translation } from './translation.ts';

type Texts = Readonly<Record<string, Translation>>;

const forms = (): Texts => ({
  'This field is required.': translation(
    'Feltet skal udfyldes.',
    'Fältet måste fyllas i.',
    'Dieses Feld ist erforderlich.',
    'Feltet må fylles ut.',
  ),
  'This must be a number.': translation(
    'Det skal være et tal.',
    'Det måste vara ett tal.',
    'Dies muss eine Zahl sein.',
    'Det må være et tall.',
  ),
  'This must be a whole number.': translation(
    'Det skal være et helt tal.',
    'Det måste vara ett heltal.',
    'Dies muss eine ganze Zahl sein.',
    'Det må være et heltall.',
  ),
  'This must be true or false.': translation(
    'Det skal være true eller false.',
    'Det måste vara true eller false.',
    'Dies muss true oder false sein.',
    'Det må være true eller false.',
  ),
  'This must be greater than 0.': translation(
    'Det skal være større end 0.',
    'Det måste vara större än 0.',
    'Dies muss größer als 0 sein.',
    'Det må være større enn 0.',
  ),
  'This must be at least {}.': translation(
    'Det skal være mindst {}.',
    'Det måste vara minst {}.',
    'Dies muss mindestens {} sein.',
    'Det må være minst {}.',
  ),
  'This must be at most {}.': translation(
    'Det må højst være {}.',
    'Det får vara högst {}.',
    'Dies darf höchstens {} sein.',
    'Det kan være høyst {}.',
  ),
  'This must be one of: {}.': translation(
    'Det skal være et af: {}.',
    'Det måste vara ett av: {}.',
    'Dies muss eines sein von: {}.',
    'Det må være ett av: {}.',
  ),
  'The status must be one of: {}.': translation(
    'Status skal være en af: {}.',
    'Status måste vara en av: {}.',
    'Der Status muss einer sein von: {}.',
    'Status må være en av: {}.',
  ),
});

const contents = (): Texts => ({
  'This must be an e-mail address.': translation(
    'Det skal være en e-mailadresse.',
    'Det måste vara en e-postadress.',
    'Dies muss eine E-Mail-Adresse sein.',
    'Det må være en e-postadresse.',
  ),
  'This must be a decimal with at most {} places.': translation(
    'Det skal være et beløb med højst {} decimaler.',
    'Det måste vara ett belopp med högst {} decimaler.',
    'Dies muss ein Betrag mit höchstens {} Nachkommastellen sein.',
    'Det må være et beløp med høyst {} desimaler.',
  ),
  'This must be an existing date, as YYYY-MM-DD.': translation(
    'Det skal være en dato, der findes, som YYYY-MM-DD.',
    'Det måste vara ett datum som finns, som YYYY-MM-DD.',
    'Dies muss ein bestehendes Datum sein, als YYYY-MM-DD.',
    'Det må være en dato som finnes, som YYYY-MM-DD.',
  ),
  'This day has passed.': translation(
    'Dagen er gået.',
    'Dagen har passerat.',
    'Dieser Tag ist vorbei.',
    'Dagen er passert.',
  ),
  'A search needs at least {} characters.': translation(
    'En søgning skal have mindst {} tegn.',
    'En sökning behöver minst {} tecken.',
    'Eine Suche braucht mindestens {} Zeichen.',
    'Et søk må ha minst {} tegn.',
  ),
  'Send at least one of order_id, group_code and search.': translation(
    'Send mindst et af felterne order_id, group_code og search.',
    'Skicka minst ett av fälten order_id, group_code och search.',
    'Sende mindestens eines der Felder order_id, group_code und search.',
    'Send minst ett av feltene order_id, group_code og search.',
  ),
  'Send date_from and date_to, both as YYYY-MM-DD.': translation(
    'Send date_from og date_to, begge som YYYY-MM-DD.',
    'Skicka date_from och date_to, båda som YYYY-MM-DD.',
    'Sende date_from und date_to, beide als YYYY-MM-DD.',
    'Send date_from og date_to, begge som YYYY-MM-DD.',
  ),
  'A request of type piece needs a number.': translation(
    'En forespørgsel af typen piece kræver et number.',
    'En begäran av typen piece kräver ett number.',
    'Eine Anfrage vom Typ piece braucht ein Feld number.',
    'En forespørsel av typen piece krever et number.',
  ),
  'A request of type amount needs an amount.': translation(
    'En forespørgsel af typen amount kræver et amount.',
    'En begäran av typen amount kräver ett amount.',
    'Eine Anfrage vom Typ amount braucht ein Feld amount.',
    'En forespørsel av typen amount krever et amount.',
  ),
});

const amounts = (): Texts => ({
  'At most {} of the item can be claimed.': translation(
    'Højst {} af koden kan indløses.',
    'Högst {} av koden kan lösas in.',
    'Höchstens {} des Codes können eingelöst werden.',
    'Høyst {} av koden kan innløses.',
  ),
  'At most {} of the item can be given back.': translation(
    'Højst {} af koden kan tilbageføres.',
    'Högst {} av koden kan återföras.',
    'Höchstens {} des Codes können zurückgebucht werden.',
    'Høyst {} av koden kan tilbakeføres.',
  ),
  'This item cannot be claimed by {}.': translation(
    'Koden kan ikke indløses efter {}.',
    'Koden kan inte lösas in efter {}.',
    'Der Code kann nicht nach {} eingelöst werden.',
    'Koden kan ikke innløses etter {}.',
  ),
  'For this company the amount must be {}.': translation(
    'Beløbet skal hos denne virksomhed være {}.',
    'Beloppet måste hos detta företag vara {}.',
    'Der Betrag muss bei diesem Unternehmen {} sein.',
    'Beløpet må hos denne bedriften være {}.',
  ),
  'from {} to {}': translation('fra {} til {}', 'från {} till {}', 'von {} bis {}', 'fra {} til {}'),
  'The order cannot be claimed as a group. {}: {}': translation(
    'Ordren kan ikke indløses samlet. {}: {}',
    'Ordern kan inte lösas in som grupp. {}: {}',
    'Die Bestellung kann nicht als Gruppe eingelöst werden. {}: {}',
    'Ordren kan ikke innløses samlet. {}: {}',
  ),
  'A part of it has been used already.': translation(
    'En del af den er allerede brugt.',
    'En del av den är redan använd.',
    'Ein Teil davon ist bereits eingelöst.',
    'En del av den er allerede brukt.',
  ),
});

/** What is wrong with a field of a form, in the languages of the legacy API; `{}` is a placeholder. */
export const fieldErrors = lazy((): Texts => ({ ...forms(), ...contents(), ...amounts() }));
