import type { MANAGEMENT } from '../../../platform/messages/management.ts';
import type { Translations } from '../../../platform/messages/message.ts';
import { validation } from '../../../pipeline/translation/requests.ts';
import { translation } from '../../../pipeline/translation/translation.ts';
import { minorAmount, spokenText, type DeskTranslation } from './figures.ts';
import { FIELD_UNKNOWN } from './validation.ts';

export const management: Translations<typeof MANAGEMENT, undefined, DeskTranslation> = {
  months_above_maximum: ({ maximum }) =>
    translation(
      `Det må højst være ${maximum} måneder, hundrede år.`,
      `Det får vara högst ${maximum} månader, hundra år.`,
      `Dies darf höchstens ${maximum} Monate sein, hundert Jahre.`,
      `Det kan være høyst ${maximum} måneder, hundre år.`,
    ),
  member_required: { ...validation.required, en: 'This field is required.' },
  member_unknown: { ...FIELD_UNKNOWN, en: 'This field is not known here.' },
  own_company: translation(
    'Du kan ikke lukke din egen virksomhed.',
    'Du kan inte inaktivera ditt eget företag.',
    'Sie können Ihr eigenes Unternehmen nicht deaktivieren.',
    'Du kan ikke deaktivere din egen bedrift.',
  ),
  method_delayed: translation(
    'Denne betalingsmåde giver først svar efter flere dage, og en ubetalt ordre holder højst sine varer i 90 minutter.',
    'Det här betalsättet ger svar först efter flera dagar, och en obetald order håller sina varor i högst 90 minuter.',
    'Diese Zahlungsart antwortet erst nach Tagen, und eine unbezahlte Bestellung hält ihre Ware höchstens 90 Minuten.',
    'Denne betalingsmåten gir først svar etter flere dager, og en ubetalt ordre holder varene i høyst 90 minutter.',
  ),
  method_repeated: translation(
    'En betalingsmåde er nævnt to gange.',
    'Ett betalsätt är angivet två gånger.',
    'Eine Zahlungsart ist doppelt genannt.',
    'En betalingsmåte er nevnt to ganger.',
  ),
  operators_only: translation(
    'Dette sættes af tjenestens administratorer.',
    'Detta ställs in av tjänstens administratörer.',
    'Das legen die Administratoren des Dienstes fest.',
    'Dette settes av tjenestens administratorer.',
  ),
  needed_by_open_page: translation(
    'Den åbne bestillingsside skal have dette. Luk siden først.',
    'Den öppna beställningssidan behöver detta. Stäng sidan först.',
    'Die offene Bestellseite braucht das. Schließen Sie die Seite zuerst.',
    'Den åpne bestillingssiden må ha dette. Lukk siden først.',
  ),
  currency_in_use: ({ currency }) =>
    translation(
      `Virksomheden har allerede solgt i ${currency}, så valutaen kan ikke ændres.`,
      `Företaget har redan sålt i ${currency}, så valutan kan inte ändras.`,
      `Das Unternehmen hat schon in ${currency} verkauft, daher lässt sich die Währung nicht ändern.`,
      `Bedriften har allerede solgt i ${currency}, så valutaen kan ikke endres.`,
    ),
  time_zone_unknown: translation(
    'Tidszonen er ukendt.',
    'Tidszonen är okänd.',
    'Diese Zeitzone ist unbekannt.',
    'Tidssonen er ukjent.',
  ),
  company_slug_unknown: ({ slug }) =>
    spokenText(
      `No company has the short name ${slug}.`,
      `Ingen virksomhed har kortnavnet ${slug}.`,
      `Inget företag har kortnamnet ${slug}.`,
      `Kein Unternehmen hat den Kurznamen ${slug}.`,
      `Ingen bedrift har kortnavnet ${slug}.`,
    ),
  slug_reserved: spokenText(
    'This short name is reserved.',
    'Dette kortnavn er reserveret.',
    'Det här kortnamnet är reserverat.',
    'Dieser Kurzname ist reserviert.',
    'Dette kortnavnet er reservert.',
  ),
  slug_malformed: spokenText(
    'Use lower-case letters, digits, hyphens and underscores.',
    'Brug små bogstaver, tal, bindestreger og understreger.',
    'Använd små bokstäver, siffror, bindestreck och understreck.',
    'Bitte Kleinbuchstaben, Ziffern, Binde- und Unterstriche verwenden.',
    'Bruk små bokstaver, sifre, bindestreker og understreker.',
  ),
  currency_code_malformed: translation(
    'Skriv en valutakode på tre bogstaver.',
    'Skriv en valutakod med tre bokstäver.',
    'Bitte einen Währungscode aus drei Buchstaben eingeben.',
    'Skriv en valutakode på tre bokstaver.',
  ),
  currency_unknown: translation(
    'Ingen valuta har denne kode.',
    'Ingen valuta har den här koden.',
    'Diesen Währungscode gibt es nicht.',
    'Ingen valuta har denne koden.',
  ),
  http_address_malformed: translation(
    'Skriv en adresse, der begynder med https://.',
    'Skriv en adress som börjar med https://.',
    'Bitte eine Adresse eingeben, die mit https:// beginnt.',
    'Skriv en adresse som begynner med https://.',
  ),
  shipment_status: translation(
    'Det kan ikke gøres med en forsendelse med den status.',
    'Det går inte med en försändelse med den statusen.',
    'Das geht mit einer Sendung in diesem Status nicht.',
    'Det går ikke med en forsendelse med den statusen.',
  ),
  shipment_without_goods: translation(
    'Ordren er refunderet eller annulleret, eller betalingen er bestridt: der er intet at sende.',
    'Ordern är återbetald eller makulerad, eller betalningen är bestridd: det finns inget att skicka.',
    'Die Bestellung ist erstattet oder storniert, oder die Zahlung wird bestritten: Es gibt nichts zu versenden.',
    'Ordren er refundert eller annullert, eller betalingen er bestridt: det er ingenting å sende.',
  ),
  https_address_malformed: translation(
    'Adressen skal begynde med https://.',
    'Adressen måste börja med https://.',
    'Die Adresse muss mit https:// beginnen.',
    'Adressen må begynne med https://.',
  ),
  issued_to_not_taken: translation(
    'Kun en fordelsaftale udstedes til en virksomhed.',
    'Endast en förmån utfärdas till ett företag.',
    'Nur ein Vorteilsangebot wird für ein Unternehmen ausgestellt.',
    'Bare en fordelsavtale utstedes til en bedrift.',
  ),
  issued_to_missing: translation(
    'Skriv den virksomhed, som fordelsaftalen udstedes til.',
    'Ange företaget som förmånen utfärdas till.',
    'Bitte das Unternehmen angeben, für das das Vorteilsangebot ausgestellt wird.',
    'Oppgi bedriften som fordelsavtalen utstedes til.',
  ),
  issued_to_unknown: spokenText(
    'There is no company with this short name.',
    'Der er ingen virksomhed med det kortnavn.',
    'Det finns inget företag med det kortnamnet.',
    'Es gibt kein Unternehmen mit diesem Kurznamen.',
    'Det finnes ingen bedrift med det kortnavnet.',
  ),
  issued_option_unknown: translation(
    'Virksomheden har ingen variant med det id.',
    'Företaget har ingen variant med det id:t.',
    'Das Unternehmen hat keine Variante mit dieser ID.',
    'Bedriften har ingen variant med den id-en.',
  ),
  not_an_amount: translation(
    'Det er ikke et beløb.',
    'Det är inget belopp.',
    'Das ist kein Betrag.',
    'Det er ikke et beløp.',
  ),
  not_a_number: translation('Det er ikke et tal.', 'Det är inget tal.', 'Das ist keine Zahl.', 'Det er ikke et tall.'),
  not_a_moment: translation(
    'Det er ikke en dag med et tidspunkt.',
    'Det är inte en dag med en tid.',
    'Das ist kein Tag mit Uhrzeit.',
    'Det er ikke en dag med et tidspunkt.',
  ),
  discount_code_exists: translation(
    'Rabatkoden findes allerede.',
    'Rabattkoden finns redan.',
    'Den Rabattcode gibt es schon.',
    'Rabattkoden finnes allerede.',
  ),
  code_exists: translation(
    'En af koderne findes allerede.',
    'En av koderna finns redan.',
    'Einen der Codes gibt es schon.',
    'En av kodene finnes allerede.',
  ),
  code_repeated: translation(
    'En af koderne er nævnt to gange.',
    'En av koderna är nämnd två gånger.',
    'Einer der Codes ist zweimal genannt.',
    'En av kodene er nevnt to ganger.',
  ),
  code_too_long: ({ bytes }) =>
    translation(
      `En kode har højst ${bytes} bytes i UTF-8.`,
      `En kod har högst ${bytes} byte i UTF-8.`,
      `Ein Code hat höchstens ${bytes} Bytes in UTF-8.`,
      `En kode har høyst ${bytes} byte i UTF-8.`,
    ),
  smallest_above_largest: (amount) => {
    const maximum = minorAmount(amount);
    return spokenText(
      `This is more than the largest amount, ${maximum.en}.`,
      `Det er mere end det største beløb, ${maximum.da}.`,
      `Det är mer än det största beloppet, ${maximum.sv}.`,
      `Das ist mehr als der größte Betrag, ${maximum.de}.`,
      `Det er mer enn det største beløpet, ${maximum.nb}.`,
    );
  },
  amounts_reversed: spokenText(
    'This is more than the largest amount.',
    'Det er mere end det højeste beløb.',
    'Det är mer än det högsta beloppet.',
    'Das ist mehr als der höchste Betrag.',
    'Det er mer enn det høyeste beløpet.',
  ),
  moments_reversed: spokenText(
    'The end is before the beginning.',
    'Slutningen ligger før begyndelsen.',
    'Slutet ligger före början.',
    'Das Ende liegt vor dem Beginn.',
    'Slutten ligger før begynnelsen.',
  ),
  percent_above_hundred: translation(
    'En pris kan højst sænkes 100 procent.',
    'Ett pris kan sänkas högst 100 procent.',
    'Ein Preis lässt sich höchstens um 100 Prozent senken.',
    'En pris kan senkes høyst 100 prosent.',
  ),
  count_or_codes: spokenText(
    'Enter either how many or codes of your own.',
    'Angiv enten hvor mange eller egne koder.',
    'Ange antingen hur många eller egna koder.',
    'Bitte entweder die Anzahl oder eigene Codes angeben.',
    'Oppgi enten hvor mange eller egne koder.',
  ),
  code_characters: translation(
    'Kun bogstaver, tal, bindestreger og understreger.',
    'Bara bokstäver, siffror, bindestreck och understreck.',
    'Nur Buchstaben, Ziffern, Binde- und Unterstriche.',
    'Bare bokstaver, tall, bindestreker og understreker.',
  ),
  codes_being_made: translation(
    'Koderne er ved at blive oprettet. Prøv igen.',
    'Koderna håller på att skapas. Försök igen.',
    'Die Codes werden noch angelegt. Bitte noch einmal versuchen.',
    'Kodene er i ferd med å bli opprettet. Prøv igjen.',
  ),
  experience_unknown: translation(
    'Oplevelsen findes ikke.',
    'Upplevelsen finns inte.',
    'Das Erlebnis gibt es nicht.',
    'Opplevelsen finnes ikke.',
  ),
};
