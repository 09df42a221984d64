import { translation, type Translation } from '../../pipeline/translation/translation.ts';

/** Why shipments and issues are refused; found and written as `REFUSALS` are (texts/refusals.ts). */
export const SHIPMENT_REFUSALS: Readonly<Record<string, Translation>> = {
  'The shipment is {}, so it cannot be {}.': translation(
    'Det kan ikke gøres med en forsendelse i den tilstand.',
    'Det går inte med en försändelse i det läget.',
    'Das geht mit einer Sendung in diesem Zustand nicht.',
    'Det går ikke med en forsendelse i den tilstanden.',
  ),
  'The order is refunded, cancelled or disputed: there is nothing to send.': translation(
    'Ordren er betalt tilbage, annulleret eller omtvistet: der er intet at sende.',
    'Ordern är återbetald, makulerad eller tvistad: det finns inget att skicka.',
    'Die Bestellung ist erstattet, storniert oder strittig: Es gibt nichts zu versenden.',
    'Ordren er betalt tilbake, annullert eller omtvistet: det er ingenting å sende.',
  ),
  'This must be an https address.': translation(
    'Adressen skal begynde med https://.',
    'Adressen måste börja med https://.',
    'Die Adresse muss mit https:// beginnen.',
    'Adressen må begynne med https://.',
  ),
  'Only a benefit deal is issued to a company.': translation(
    'Kun en fordelsaftale udstedes til en virksomhed.',
    'Endast en förmån utfärdas till ett företag.',
    'Nur ein Vorteilsangebot wird für ein Unternehmen ausgestellt.',
    'Bare en fordelsavtale utstedes til et selskap.',
  ),
  'A benefit deal needs the company that it is issued to.': translation(
    'Skriv den virksomhed, som fordelsaftalen udstedes til.',
    'Ange företaget som förmånen utfärdas till.',
    'Bitte das Unternehmen angeben, für das das Vorteilsangebot ausgestellt wird.',
    'Oppgi selskapet som fordelsavtalen utstedes til.',
  ),
  'There is no company with this slug.': translation(
    'Der er ingen virksomhed med det kortnavn.',
    'Det finns inget företag med det kortnamnet.',
    'Es gibt kein Unternehmen mit diesem Kurznamen.',
    'Det finnes ikke noe selskap med det kortnavnet.',
  ),
  'The company has no option with this id.': translation(
    'Virksomheden har ingen variant med det id.',
    'Företaget har ingen variant med det id:t.',
    'Das Unternehmen hat keine Variante mit dieser ID.',
    'Selskapet har ingen variant med den id-en.',
  ),
  'Settlement by invoice is not on the contract of this company: items cannot be issued directly.': translation(
    'Virksomheden har ingen fakturaaftale, så der kan ikke udstedes uden salg.',
    'Företaget har inget fakturaavtal, så inget kan utfärdas utan försäljning.',
    'Das Unternehmen hat keinen Rechnungsvertrag, daher kann nichts ohne Verkauf ausgestellt werden.',
    'Selskapet har ingen fakturaavtale, så ingenting kan utstedes uten salg.',
  ),
};
