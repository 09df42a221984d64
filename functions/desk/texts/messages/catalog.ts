import type { CATALOG } from '../../../platform/messages/catalog.ts';
import type { Translations } from '../../../platform/messages/message.ts';
import { translation } from '../../../pipeline/translation/translation.ts';
import { spokenText, type DeskTranslation } from './figures.ts';

export const catalog: Translations<typeof CATALOG, undefined, DeskTranslation> = {
  stock_below_zero: ({ remaining }) =>
    spokenText(
      `Only ${remaining} left: the stock cannot fall below 0.`,
      `Der er kun ${remaining} tilbage: lageret kan ikke komme under 0.`,
      `Det finns bara ${remaining} kvar: lagret kan inte bli mindre än 0.`,
      `Es gibt nur noch ${remaining}: Der Bestand kann nicht unter 0 fallen.`,
      `Det er bare ${remaining} igjen: lageret kan ikke bli mindre enn 0.`,
    ),
  stock_not_limited: translation(
    'Lageret er ubegrænset. Angiv først, hvor mange der er tilbage.',
    'Lagret är obegränsat. Ange först hur många som är kvar.',
    'Der Bestand ist unbegrenzt. Geben Sie zuerst an, wie viele übrig sind.',
    'Lageret er ubegrenset. Oppgi først hvor mange som er igjen.',
  ),
  offer_stock_missing: translation(
    'Et tilbud skal have et lager.',
    'Ett erbjudande måste ha ett lager.',
    'Ein Angebot braucht einen Bestand.',
    'Et tilbud må ha et lager.',
  ),
  product_archived: translation(
    'Produktet er arkiveret og kan ikke ændres.',
    'Produkten är arkiverad och kan inte ändras.',
    'Dieses Produkt ist archiviert und lässt sich nicht ändern.',
    'Produktet er arkivert og kan ikke endres.',
  ),
  product_archived_for_good: translation(
    'Produktet er arkiveret og kan ikke ændres. Lav en kopi af det i stedet.',
    'Produkten är arkiverad och kan inte ändras. Gör en kopia av den i stället.',
    'Dieses Produkt ist archiviert und lässt sich nicht ändern. Legen Sie stattdessen eine Kopie an.',
    'Produktet er arkivert og kan ikke endres. Lag en kopi av det i stedet.',
  ),
  above_own_maximum: ({ maximum }) =>
    translation(
      `Det er mere end det højeste antal, ${maximum}.`,
      `Det är mer än det högsta antalet, ${maximum}.`,
      `Das ist mehr als die Höchstzahl, ${maximum}.`,
      `Det er mer enn det høyeste antallet, ${maximum}.`,
    ),
  category_unknown: spokenText(
    'This category no longer exists.',
    'Kategorien findes ikke længere.',
    'Kategorin finns inte längre.',
    'Diese Kategorie gibt es nicht mehr.',
    'Kategorien finnes ikke lenger.',
  ),
  line_repeated: spokenText(
    'Another line has the same value.',
    'En anden linje har den samme værdi.',
    'En annan rad har samma värde.',
    'Eine andere Zeile hat denselben Wert.',
    'En annen linje har den samme verdien.',
  ),
  slug_taken: spokenText(
    'Another event has this address already.',
    'Et andet arrangement har allerede denne adresse.',
    'Ett annat evenemang har redan den här adressen.',
    'Eine andere Veranstaltung hat diese Adresse schon.',
    'Et annet arrangement har allerede denne adressen.',
  ),
  priorities_with_courier: spokenText(
    'Speeds are only for your own post. Clear these lines, or choose your own post.',
    'Hastigheder er kun for egen post. Tøm linjerne, eller vælg egen post.',
    'Hastigheter är bara för egen post. Töm raderna eller välj egen post.',
    'Versandarten gibt es nur bei eigener Post. Leeren Sie die Zeilen, oder wählen Sie eigene Post.',
    'Hastigheter er bare for egen post. Tøm linjene, eller velg egen post.',
  ),
  default_repeated: spokenText(
    'Another speed is the default already.',
    'En anden hastighed er allerede standard.',
    'En annan hastighet är redan standard.',
    'Eine andere Versandart ist schon Standard.',
    'En annen hastighet er allerede standard.',
  ),
  regular_amount_missing: spokenText(
    'Enter the regular price at which the voucher is redeemed.',
    'Angiv den normalpris, som værdibeviset indløses til.',
    'Ange det ordinarie pris som värdebeviset löses in till.',
    'Geben Sie den Normalpreis an, zu dem der Gutschein eingelöst wird.',
    'Oppgi den ordinære prisen som verdibeviset innløses til.',
  ),
  worth_below_price: spokenText(
    'The voucher would be worth less than its price.',
    'Værdibeviset ville være mindre værd, end der betales for det.',
    'Värdebeviset skulle vara värt mindre än vad som betalas för det.',
    'Der Gutschein wäre weniger wert, als dafür bezahlt wird.',
    'Verdibeviset ville vært mindre verdt enn det som betales for det.',
  ),
  product_too_large: spokenText(
    'This product is too large. Shorten its texts, or divide it into several products.',
    'Produktet er for stort. Gør teksterne kortere, eller del det i flere produkter.',
    'Produkten är för stor. Korta texterna eller dela upp den i flera produkter.',
    'Dieses Produkt ist zu groß. Kürzen Sie die Texte, oder teilen Sie es auf mehrere Produkte auf.',
    'Produktet er for stort. Gjør tekstene kortere, eller del det i flere produkter.',
  ),
  vat_rate_missing: spokenText(
    'What is taxed when it is sold needs a VAT rate: enter it here, or in the settings of the company.',
    'Det, der momsbelægges ved salget, skal have en momssats: angiv den her eller i virksomhedens indstillinger.',
    'Det som beskattas vid försäljningen måste ha en momssats: ange den här eller i företagets inställningar.',
    'Was beim Verkauf besteuert wird, braucht einen Steuersatz: hier oder in den Einstellungen des Unternehmens.',
    'Det som avgiftsbelegges ved salget, må ha en mva-sats: oppgi den her eller i bedriftens innstillinger.',
  ),
  account_malformed: translation(
    'En konto har højst 20 tegn: bogstaver, tal og . _ / -',
    'Ett konto har högst 20 tecken: bokstäver, siffror och . _ / -',
    'Ein Konto hat höchstens 20 Zeichen: Buchstaben, Ziffern und . _ / -',
    'En konto har høyst 20 tegn: bokstaver, tall og . _ / -',
  ),
  file_too_large: translation(
    'Filen ville blive for stor. Vælg færre dage.',
    'Filen skulle bli för stor. Välj färre dagar.',
    'Die Datei würde zu groß. Wählen Sie weniger Tage.',
    'Filen ville blitt for stor. Velg færre dager.',
  ),
};
