import type { FieldTexts } from '../paths.ts';

export const de: FieldTexts = {
  closedMessage: 'Unser Shop ist zurzeit geschlossen. Bitte schauen Sie bald wieder vorbei.',
  fields: {
    open: ['Geöffnet', 'Ob Käufer die Seite benutzen können.'],
    languages: ['Sprachen', 'Sprachen, in denen die Seite gezeigt wird.'],
    default_language: ['Standardsprache', 'Wird gezeigt, wenn der Besucher keine der Sprachen bevorzugt.'],
    title: ['Titel', 'Name der Seite, ganz oben und im Browser.'],
    introduction: ['Einleitung', 'Begrüßung auf der ersten Seite über den Produkten. Einfaches HTML.'],
    closed_message: ['Hinweis bei Schließung', 'Was Besucher lesen, solange die Seite geschlossen ist.'],
    families: ['Arten von Produkten', 'Welche Arten auf der Seite verkauft werden, in dieser Reihenfolge.'],
    featured_products: ['Empfohlene Produkte', 'Produkte, die zuerst gezeigt werden. Höchstens 12.'],
    suggested_amounts: [
      'Vorgeschlagene Beträge',
      'Beträge für Gutscheine zur Auswahl, in der kleinsten Einheit der Währung. Höchstens 8.',
    ],
    'greeting.enabled': ['Grußtext', 'Ob Käufer einen Gruß schreiben und ein Motiv wählen können.'],
    'greeting.own_picture': ['Eigenes Bild', 'Ob Käufer ein eigenes Bild auf die Karte setzen können.'],
    'delivery.methods': ['Versandarten', 'Welche Versandarten des Unternehmens die Seite anbietet.'],
    'discount_code.enabled': ['Rabattcodes', 'Ob die Seite nach einem Rabattcode fragt.'],
    'marketing_consent.text': [
      'Wortlaut der Newsletter-Einwilligung',
      'Das Feld zum Ankreuzen, Wort für Wort. Ohne Text wird nicht gefragt.',
    ],
    'terms.text': ['AGB', 'Vor der Zahlung statt der allgemeinen Bedingungen gezeigt. Einfaches HTML.'],
    'contact.email': [
      'E-Mail für Fragen',
      'Am Fuß der Seite und wo etwas schiefgegangen ist. Sind E-Mail und Telefon leer, die des Unternehmens.',
    ],
    'contact.phone': [
      'Telefon für Fragen',
      'Am Fuß der Seite und wo etwas schiefgegangen ist. Sind E-Mail und Telefon leer, die des Unternehmens.',
    ],
    'seo.title': ['Titel für Suchmaschinen', 'Statt des Titels, in Suchergebnissen und im Browser.'],
    'seo.description': ['Beschreibung für Suchmaschinen', 'Ein bis zwei Sätze für Suchergebnisse.'],
    return_url: ['Link zurück', 'Adresse Ihrer eigenen Website, im Beleg verlinkt. Sie muss genehmigt sein.'],
  },
};
