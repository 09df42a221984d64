import type { FieldTexts } from '../paths.ts';

export const sv: FieldTexts = {
  closedMessage: 'Vår butik är stängd just nu. Välkommen tillbaka snart.',
  fields: {
    open: ['Öppen', 'Om köpare kan använda sidan.'],
    languages: ['Språk', 'Språk som sidan visas på.'],
    default_language: ['Standardspråk', 'Visas när besökaren inte föredrar något av språken.'],
    title: ['Titel', 'Sidans namn, högst upp och i webbläsaren.'],
    introduction: ['Inledning', 'Välkomsttext på första sidan, ovanför produkterna. Enkel HTML.'],
    closed_message: ['Meddelande när det är stängt', 'Det besökare läser medan sidan är stängd.'],
    families: ['Typer av produkter', 'De typer som säljs på sidan, i denna ordning.'],
    featured_products: ['Utvalda produkter', 'Produkter som visas först. Högst 12.'],
    suggested_amounts: [
      'Föreslagna belopp',
      'Belopp som köparen kan välja till presentkortet, i valutans minsta enhet. Högst 8.',
    ],
    'greeting.enabled': ['Hälsning', 'Om köparen kan skriva en hälsning och välja ett motiv.'],
    'greeting.own_picture': ['Egen bild', 'Om köparen kan sätta en egen bild på kortet.'],
    'delivery.methods': ['Leveranssätt', 'De av företagets leveranssätt som sidan erbjuder.'],
    'discount_code.enabled': ['Rabattkoder', 'Om sidan frågar efter en rabattkod.'],
    'marketing_consent.text': [
      'Samtycke till nyhetsbrev',
      'Rutan som köparen kan kryssa i, ord för ord. Utan text frågas ingen.',
    ],
    'terms.text': ['Köpvillkor', 'Visas före betalning i stället för företagets allmänna villkor. Enkel HTML.'],
    'contact.email': [
      'E-post för frågor',
      'Visas längst ner på sidan och när något har gått fel. Är e-post och telefon tomma visas företagets.',
    ],
    'contact.phone': [
      'Telefon för frågor',
      'Visas längst ner på sidan och när något har gått fel. Är e-post och telefon tomma visas företagets.',
    ],
    'seo.title': ['Titel för sökmotorer', 'I stället för titeln, i sökresultat och i webbläsaren.'],
    'seo.description': ['Beskrivning för sökmotorer', 'En eller två meningar som visas i sökresultat.'],
    return_url: ['Länk tillbaka', 'Adressen till er egen webbplats, länkad från kvittot. Den måste vara godkänd.'],
  },
};
