import type { FieldTexts } from '../paths.ts';

export const no: FieldTexts = {
  closedMessage: 'Butikken vår er stengt akkurat nå. Kom gjerne tilbake senere.',
  fields: {
    open: ['Åpen', 'Om kjøpere kan bruke siden.'],
    languages: ['Språk', 'Språk som siden vises på.'],
    default_language: ['Standardspråk', 'Vises når den besøkende ikke foretrekker et av språkene.'],
    title: ['Tittel', 'Navnet på siden, øverst og i nettleseren.'],
    introduction: ['Innledning', 'Velkomst på forsiden, over produktene. Enkel HTML.'],
    closed_message: ['Melding når det er stengt', 'Det besøkende leser mens siden er stengt.'],
    families: ['Produkttyper', 'Typene som selges på siden, i denne rekkefølgen.'],
    featured_products: ['Utvalgte produkter', 'Produkter som vises først. Høyst 12.'],
    suggested_amounts: [
      'Foreslåtte beløp',
      'Beløp som kjøperen kan velge til gavekortet, i valutaens minste enhet. Høyst 8.',
    ],
    'greeting.enabled': ['Hilsen', 'Om kjøperen kan skrive en hilsen og velge et design.'],
    'greeting.own_picture': ['Eget bilde', 'Om kjøperen kan sette sitt eget bilde på kortet.'],
    'delivery.methods': ['Levering', 'De av bedriftens leveringsmåter som siden tilbyr.'],
    'discount_code.enabled': ['Rabattkoder', 'Om siden spør etter en rabattkode.'],
    'marketing_consent.text': [
      'Samtykke til nyhetsbrev',
      'Boksen som kjøperen kan krysse av, ord for ord. Uten tekst spørres ingen.',
    ],
    'terms.text': ['Salgsvilkår', 'Vises før betaling i stedet for bedriftens alminnelige vilkår. Enkel HTML.'],
    'contact.email': [
      'E-post for spørsmål',
      'Vises nederst på siden og når noe har gått galt. Er e-post og telefon tomme, vises bedriftens.',
    ],
    'contact.phone': [
      'Telefon for spørsmål',
      'Vises nederst på siden og når noe har gått galt. Er e-post og telefon tomme, vises bedriftens.',
    ],
    'seo.title': ['Tittel for søkemotorer', 'I stedet for tittelen, i søkeresultater og i nettleseren.'],
    'seo.description': ['Beskrivelse for søkemotorer', 'En eller to setninger som vises i søkeresultater.'],
    return_url: ['Lenke tilbake', 'Adressen til deres eget nettsted, lenket fra kvitteringen. Den må være godkjent.'],
  },
};
