import type { FieldTexts } from '../paths.ts';

export const da: FieldTexts = {
  closedMessage: 'Vores butik holder lukket lige nu. Kom gerne igen senere.',
  fields: {
    open: ['Åben', 'Om købere kan bruge siden.'],
    languages: ['Sprog', 'Sprog, som siden vises på.'],
    default_language: ['Standardsprog', 'Vises, når den besøgende ikke foretrækker et af sprogene.'],
    title: ['Titel', 'Sidens navn, øverst på siden og i browseren.'],
    introduction: ['Introduktion', 'Velkomst på forsiden, over produkterne. Enkel HTML.'],
    closed_message: ['Besked, når der er lukket', 'Det, besøgende læser, mens siden er lukket.'],
    families: ['Produkttyper', 'De typer, der sælges på siden, i denne rækkefølge.'],
    featured_products: ['Fremhævede produkter', 'Produkter, der vises først. Højst 12.'],
    suggested_amounts: [
      'Foreslåede beløb',
      'Beløb, som køberen kan vælge til gavekortet, i valutaens mindste enhed. Højst 8.',
    ],
    'greeting.enabled': ['Hilsen', 'Om køberen kan skrive en hilsen og vælge et design.'],
    'greeting.own_picture': ['Eget billede', 'Om køberen kan sætte sit eget billede på kortet.'],
    'delivery.methods': ['Levering', 'De af virksomhedens leveringsmåder, som siden tilbyder.'],
    'discount_code.enabled': ['Rabatkoder', 'Om siden spørger efter en rabatkode.'],
    'marketing_consent.text': [
      'Samtykke til nyhedsbrev',
      'Det felt, køberen kan krydse af, ord for ord. Uden tekst spørges der ikke.',
    ],
    'terms.text': [
      'Handelsbetingelser',
      'Vises før betaling i stedet for virksomhedens almindelige vilkår. Enkel HTML.',
    ],
    'contact.email': [
      'E-mail til spørgsmål',
      'Vises nederst på siden, og når noget er gået galt. Er e-mail og telefon tomme, vises virksomhedens.',
    ],
    'contact.phone': [
      'Telefon til spørgsmål',
      'Vises nederst på siden, og når noget er gået galt. Er e-mail og telefon tomme, vises virksomhedens.',
    ],
    'seo.title': ['Titel til søgemaskiner', 'I stedet for titlen, i søgeresultater og i browseren.'],
    'seo.description': ['Beskrivelse til søgemaskiner', 'En eller to sætninger, som vises i søgeresultater.'],
    return_url: [
      'Link tilbage',
      'Adressen på jeres eget websted, som kvitteringen linker til. Den skal være godkendt.',
    ],
  },
};
