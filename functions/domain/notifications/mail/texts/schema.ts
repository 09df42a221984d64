/** Texts of emails in one language. */
export interface MailTexts {
  /** Subjects for the recipient, with and without a sender's name. */
  giftSubject: (from: string, company: string) => string;
  giftSubjectPlain: (company: string) => string;
  ownSubject: (company: string, reference: string) => string;
  confirmationSubject: (company: string, reference: string) => string;
  resendSubject: (company: string) => string;
  hello: (name: string) => string;
  giftIntro: (from: string) => string;
  giftIntroPlain: string;
  ownIntro: string;
  /** Here and below, `recipient` and `address` are empty if the person was erased. */
  confirmationIntro: (recipient: string) => string;
  postedIntro: string;
  resendIntro: string;
  /** For an item that replaced another item. */
  replacedIntro: string;
  attached: string;
  linked: string;
  /** Like `linked`, for several cards. */
  severalLinked: string;
  open: (title: string) => string;
  orderNumber: string;
  total: string;
  discount: string;
  fees: string;
  shipping: string;
  deliveredTo: string;
  closing: string;
  /** Before a link to documents sent to another person. */
  giftLink: string;
  calendarAttached: string;
  /** For an order that is paid now and sent later. */
  scheduledIntro: (recipient: string, when: string) => string;
  scheduledOwnIntro: (when: string) => string;
  sentSubject: (company: string, reference: string) => string;
  sentIntro: (recipient: string) => string;
  movedSubject: (company: string, reference: string) => string;
  movedIntro: (recipient: string, when: string) => string;
  shippedSubject: (company: string, reference: string) => string;
  shippedIntro: string;
  trackShipment: string;
  carrier: string;
  trackingNumber: string;
  refundSubject: (company: string, reference: string) => string;
  refundIntro: (amount: string) => string;
  /** The refund ends the order, so nothing is sent. */
  refundEndsOrder: string;
  refundWay: string;
  refundedNow: string;
  refundedSoFar: string;
  cancelledSubject: (company: string, reference: string) => string;
  cancelledIntro: string;
  /** A late or second payment was refunded. */
  returnedIntro: (amount: string) => string;
  eventMovedSubject: (company: string, event: string) => string;
  eventMovedIntro: (event: string) => string;
  eventCancelledSubject: (company: string, event: string) => string;
  eventCancelledIntro: (event: string) => string;
  /** For a refund that the buyer did not request. */
  eventCancelledRefund: (amount: string) => string;
  itemCancelledSubject: (company: string) => string;
  itemCancelledIntro: (title: string) => string;
  /** Contact for replies. */
  askUs: string;
  reminderSubject: (title: string, date: string) => string;
  reminderIntro: (date: string, count: number) => string;
  andMore: (count: number) => string;
  whyReminded: (count: number) => string;
  unsubscribe: string;
  bounceSubject: (company: string, reference: string) => string;
  bounceIntro: (address: string) => string;
  bounceHelp: string;
  /** Contact for replies. */
  bounceAsk: string;
  /** Links for setting a password. */
  users: {
    invitation: UserLinkTexts;
    reset: UserLinkTexts;
    validUntil: (when: string) => string;
    notRequested: string;
  };
  /** To the company: a webhook endpoint was disabled. */
  endpoint: {
    subject: (host: string) => string;
    intro: (company: string, url: string) => string;
    reasons: Readonly<Record<'failing' | 'gone', string>>;
    waiting: string;
    next: string;
    action: string;
    name: string;
    switchedOff: string;
  };
  receipt: string;
  date: string;
  viewOrder: string;
  seller: string;
  buyer: string;
  vatNumber: (number: string) => string;
  /** VAT contained in fees and shipping. `base`: the amount that contains the VAT. */
  vat: (rate: string, base: string) => string;
  /** VAT contained in the order, if goods contain VAT, too. */
  vatOfAll: (rate: string, base: string) => string;
  notTaxed: string;
  each: (price: string) => string;
  paidBy: string;
  payment: { giftCard: (last4: string) => string; card: string; test: string; invoice: (reference: string) => string };
}

interface UserLinkTexts {
  subject: (company: string) => string;
  intro: (company: string, username: string) => string;
  action: string;
}
