import type { PageLanguage } from '../../platform/page-languages.ts';

/** Texts for redeeming one sum from several cards. */
interface SumTexts {
  title: string;
  /** Link to this page from a card at the counter. */
  link: string;
  sum: string;
  setSum: string;
  card: string;
  available: string;
  takes: string;
  remove: string;
  toCover: (price: string) => string;
  covered: (price: string) => string;
  nextCard: string;
  confirm: (price: string, cards: number) => string;
  /** The remaining amount, which the cards do not cover. */
  rest: (price: string) => string;
  done: (price: string, cards: number) => string;
  left: string;
  next: string;
  unknown: (code: string) => string;
  /** For a code of a campaign or of a vendor that is not an item yet. */
  alone: (code: string) => string;
  notUsable: (code: string) => string;
  currency: (code: string) => string;
  maximum: string;
  none: string;
}

export const SUM_TEXTS: Readonly<Record<PageLanguage, SumTexts>> = {
  en: {
    title: 'One amount from several cards',
    link: 'Redeem an amount from several cards',
    sum: 'Amount to redeem',
    setSum: 'Set amount',
    card: 'Card',
    available: 'Available',
    takes: 'Taken from it',
    remove: 'Remove',
    toCover: (price) => `${price} still to cover`,
    covered: (price) => `All of ${price} is covered`,
    nextCard: 'Next card',
    confirm: (price, cards) => `Redeem ${price} from ${cards === 1 ? '1 card' : `${cards} cards`}`,
    rest: (price) => `${price} is left to be paid in another way.`,
    done: (price, cards) => `${price} redeemed from ${cards === 1 ? '1 card' : `${cards} cards`}`,
    left: 'Balance left',
    next: 'Next: return the cards to the holder, or scan the next code.',
    unknown: (code) => `${code} is not known here.`,
    alone: (code) => `${code} must be redeemed separately, at the counter.`,
    notUsable: (code) => `${code} cannot be redeemed by amount.`,
    currency: (code) => `${code} is in another currency.`,
    maximum: 'An amount can be redeemed from at most 10 cards.',
    none: 'Nothing can be redeemed from these cards.',
  },
  da: {
    title: 'Ét beløb fra flere kort',
    link: 'Indløs et beløb fra flere kort',
    sum: 'Beløb',
    setSum: 'Brug beløbet',
    card: 'Kort',
    available: 'Til rådighed',
    takes: 'Tages fra kortet',
    remove: 'Fjern',
    toCover: (price) => `${price} mangler endnu`,
    covered: (price) => `Hele beløbet på ${price} er dækket`,
    nextCard: 'Næste kort',
    confirm: (price, cards) => `Indløs ${price} fra ${cards} kort`,
    rest: (price) => `${price} skal betales på anden måde.`,
    done: (price, cards) => `${price} indløst fra ${cards} kort`,
    left: 'Tilbage',
    next: 'Næste: giv kortene tilbage til indehaveren, eller scan den næste kode.',
    unknown: (code) => `${code} kendes ikke her.`,
    alone: (code) => `${code} indløses for sig, under Kasse.`,
    notUsable: (code) => `${code} kan ikke indløses med et beløb.`,
    currency: (code) => `${code} er i en anden valuta.`,
    maximum: 'Et beløb kan indløses fra højst 10 kort.',
    none: 'Der kan ikke indløses noget fra disse kort.',
  },
  de: {
    title: 'Ein Betrag von mehreren Gutscheinen',
    link: 'Betrag von mehreren Gutscheinen einlösen',
    sum: 'Betrag',
    setSum: 'Betrag übernehmen',
    card: 'Gutschein',
    available: 'Verfügbar',
    takes: 'Wird abgebucht',
    remove: 'Entfernen',
    toCover: (price) => `Es fehlen noch ${price}`,
    covered: (price) => `Der ganze Betrag von ${price} ist gedeckt`,
    nextCard: 'Nächster Gutschein',
    confirm: (price, cards) => `${price} von ${cards === 1 ? '1 Gutschein' : `${cards} Gutscheinen`} einlösen`,
    rest: (price) => `${price} sind auf andere Weise zu zahlen.`,
    done: (price, cards) => `${price} von ${cards === 1 ? '1 Gutschein' : `${cards} Gutscheinen`} eingelöst`,
    left: 'Restwert',
    next: 'Als Nächstes: die Gutscheine zurückgeben oder den nächsten Code scannen.',
    unknown: (code) => `${code} ist hier nicht bekannt.`,
    alone: (code) => `${code} wird einzeln eingelöst, unter Kasse.`,
    notUsable: (code) => `${code} kann nicht über einen Betrag eingelöst werden.`,
    currency: (code) => `${code} lautet auf eine andere Währung.`,
    maximum: 'Ein Betrag kann von höchstens 10 Gutscheinen abgebucht werden.',
    none: 'Von diesen Gutscheinen kann nichts abgebucht werden.',
  },
  sv: {
    title: 'Ett belopp från flera kort',
    link: 'Lös in ett belopp från flera kort',
    sum: 'Belopp',
    setSum: 'Använd beloppet',
    card: 'Kort',
    available: 'Tillgängligt',
    takes: 'Tas från kortet',
    remove: 'Ta bort',
    toCover: (price) => `${price} saknas fortfarande`,
    covered: (price) => `Hela beloppet på ${price} är täckt`,
    nextCard: 'Nästa kort',
    confirm: (price, cards) => `Lös in ${price} från ${cards} kort`,
    rest: (price) => `${price} ska betalas på annat sätt.`,
    done: (price, cards) => `${price} inlöst från ${cards} kort`,
    left: 'Kvar',
    next: 'Nästa: lämna tillbaka korten till innehavaren eller skanna nästa kod.',
    unknown: (code) => `${code} är inte känd här.`,
    alone: (code) => `${code} löses in separat, under Kassa.`,
    notUsable: (code) => `${code} kan inte lösas in med ett belopp.`,
    currency: (code) => `${code} är i en annan valuta.`,
    maximum: 'Ett belopp kan lösas in från högst 10 kort.',
    none: 'Inget kan lösas in från de här korten.',
  },
  no: {
    title: 'Ett beløp fra flere kort',
    link: 'Løs inn et beløp fra flere kort',
    sum: 'Beløp',
    setSum: 'Bruk beløpet',
    card: 'Kort',
    available: 'Tilgjengelig',
    takes: 'Tas fra kortet',
    remove: 'Fjern',
    toCover: (price) => `${price} mangler fortsatt`,
    covered: (price) => `Hele beløpet på ${price} er dekket`,
    nextCard: 'Neste kort',
    confirm: (price, cards) => `Løs inn ${price} fra ${cards} kort`,
    rest: (price) => `${price} må betales på en annen måte.`,
    done: (price, cards) => `${price} løst inn fra ${cards} kort`,
    left: 'Igjen',
    next: 'Neste: gi kortene tilbake til innehaveren, eller skann neste kode.',
    unknown: (code) => `${code} er ikke kjent her.`,
    alone: (code) => `${code} løses inn for seg, under Kasse.`,
    notUsable: (code) => `${code} kan ikke løses inn med et beløp.`,
    currency: (code) => `${code} er i en annen valuta.`,
    maximum: 'Et beløp kan løses inn fra høyst 10 kort.',
    none: 'Ingenting kan løses inn fra disse kortene.',
  },
};
