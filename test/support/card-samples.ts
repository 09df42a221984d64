import type { DocumentInput } from '../../functions/adapters/pdf/document.ts';

export const FAMILIES = ['gift_card', 'gift_card_variant', 'event_ticket', 'special_offer'] as const;

/** Texts on the card in each script: title, names and greeting. */
export const SCRIPTS: Record<string, { language: string; title: string; from: string; to: string; message: string }> = {
  latin: {
    language: 'da',
    title: 'Middag for to på Nordlys',
    from: 'Søren Ærøskøbing',
    to: 'Þórdís Åkerström',
    message: 'Kære Þórdís 🎉\nTillykke med fødselsdagen! Vi glæder os til at fejre dig.',
  },
  greek: {
    language: 'en',
    title: 'Δείπνο για δύο',
    from: 'Κωνσταντίνος',
    to: 'Ελένη Παπαδοπούλου',
    message: 'Χρόνια πολλά, Ελένη! 🎂',
  },
  cyrillic: {
    language: 'en',
    title: 'Вечеря на двох',
    from: 'Олександр',
    to: 'Їжакевич Ганна',
    message: 'З днем народження! 🎁',
  },
  armenian: {
    language: 'en',
    title: 'Ընթրիք երկուսի համար',
    from: 'Հայկ Պետրոսյան',
    to: 'Անի Գրիգորյան',
    message: 'Շնորհավոր ծնունդդ, Անի՛ 🎂',
  },
  georgian: {
    language: 'en',
    title: 'ვახშამი ორისთვის',
    from: 'გიორგი ბერიძე',
    to: 'ნინო კაპანაძე',
    message: 'გილოცავ დაბადების დღეს, ნინო! 🎁',
  },
  norwegian: {
    language: 'nb',
    title: 'Kveldsmåltid for to på fjellet',
    from: 'Åse Sæther Øygård',
    to: 'Bjørn-Håkon Ånestad',
    message: 'Gratulerer med dagen, kjære Bjørn! 🎈\nVi ses på hytta.',
  },
  arabic: {
    language: 'en',
    title: 'عشاء لشخصين',
    from: 'فاطمة الزهراء',
    to: 'محمد بن علي',
    message: 'عيد ميلاد سعيد يا محمد 🌟\nمع أطيب التمنيات (2027)',
  },
  hebrew: {
    language: 'en',
    title: 'ארוחת ערב לשניים',
    from: 'דוד כהן',
    to: 'שרה לוי',
    message: 'יום הולדת שמח, שרה! 🎈',
  },
  japanese: {
    language: 'en',
    title: '二人のディナー',
    from: '山田太郎',
    to: '鈴木花子',
    message: 'お誕生日おめでとうございます 🎉\n素敵な一年になりますように。',
  },
  chinese: {
    language: 'en',
    title: '双人晚餐',
    from: '王小明',
    to: '李丽',
    message: '生日快乐，李丽！祝你天天开心 🧧',
  },
  korean: {
    language: 'en',
    title: '두 사람을 위한 저녁 식사',
    from: '김철수',
    to: '박영희',
    message: '생일 축하해요, 영희 씨! 🎂',
  },
  thai: {
    language: 'en',
    title: 'อาหารค่ำสำหรับสองคน',
    from: 'สมชาย',
    to: 'สุดารัตน์',
    message: 'สุขสันต์วันเกิด ขอให้มีความสุขมาก ๆ 🎉',
  },
  bengali: {
    language: 'en',
    title: 'দুজনের জন্য রাতের খাবার',
    from: 'রবীন্দ্র ঘোষ',
    to: 'শ্রেয়া চট্টোপাধ্যায়',
    message: 'শুভ জন্মদিন, শ্রেয়া! 🎂',
  },
  tamil: {
    language: 'en',
    title: 'இருவருக்கான இரவு உணவு',
    from: 'முருகன் செல்வம்',
    to: 'கயல்விழி',
    message: 'பிறந்தநாள் வாழ்த்துகள்! 🎁',
  },
  telugu: {
    language: 'en',
    title: 'ఇద్దరికి రాత్రి భోజనం',
    from: 'శ్రీనివాస్',
    to: 'లక్ష్మీ ప్రసన్న',
    message: 'పుట్టినరోజు శుభాకాంక్షలు! 🎂',
  },
  khmer: {
    language: 'en',
    title: 'អាហារពេលល្ងាចសម្រាប់ពីរនាក់',
    from: 'សុខា',
    to: 'ចន្ទ្រា',
    message: 'រីករាយថ្ងៃខួបកំណើត 🎉',
  },
  myanmar: {
    language: 'en',
    title: 'နှစ်ယောက်စာ ညစာ',
    from: 'အောင်ဇော်',
    to: 'သီတာ',
    message: 'မွေးနေ့မှာ ပျော်ရွှင်ပါစေ 🎁',
  },
  ethiopic: {
    language: 'en',
    title: 'እራት ለሁለት ሰዎች',
    from: 'አበበ በቀለ',
    to: 'ፀሐይ ወርቁ',
    message: 'መልካም ልደት፣ ፀሐይ! 🎂',
  },
  thaana: {
    language: 'en',
    title: 'ދެމީހުންނަށް ރޭގަނޑުގެ ކެއުން',
    from: 'އަޙްމަދު',
    to: 'މަރިޔަމް',
    message: 'އުފާވެރި އުފަންދުވަހެއް 🎉',
  },
};

/** Input for a document of one family, with its texts in one script. */
export const cardIn = (kind: (typeof FAMILIES)[number], script: string): DocumentInput => {
  const { language = 'en', title = '', from = '', to = '', message = '' } = SCRIPTS[script] ?? {};
  const isTicket = kind === 'event_ticket';
  const facts = [
    { label: 'When', text: 'Saturday, 1 May 2027 at 19:00' },
    { label: 'Where', text: 'Musikhuset, Thomas Jensens Allé 2, 8000 Aarhus C' },
  ];
  return {
    language,
    kind,
    brand: {
      name: 'Nordlys',
      colors: {
        primary: '#12343b',
        onPrimary: '#ffffff',
        secondary: '#c8963e',
        background: '#ffffff',
        text: '#22303a',
        accent: '#12343b',
      },
      fonts: { heading: 'noto-sans', body: 'noto-sans' },
    },
    badge: kind.replaceAll('_', ' '),
    title,
    facts: isTicket ? facts : [],
    from: { label: 'From', text: from },
    to: { label: 'To', text: to },
    message,
    codeLabel: 'Code',
    scanHint: 'Show this code when you redeem it.',
    terms: { label: 'Terms', text: 'Valid for three years. Cannot be exchanged for cash.' },
    items: [
      {
        code: 'K7QF-2MWX-9DRT-HV4P',
        claimUrl: 'https://api.example.com/c/nordlys/K7QF2MWX9DRTHV4P',
        ...(isTicket ? {} : { amount: '1.250,00 kr.', validity: { label: 'Valid until', text: '30 November 2029' } }),
      },
    ],
  };
};
