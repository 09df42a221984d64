/** Descriptions of members of the journal and of statements, by name. */
export const BOOKS: Readonly<Record<string, string>> = {
  voucher: 'Number of the entry, from 1 in each year without gaps.',
  lines: 'Amounts on accounts, or where the lines of the statement are.',
  debit: 'Amount on the debit side, in the smallest unit; otherwise 0.',
  credit: 'Amount on the credit side, in the smallest unit; otherwise 0.',
  month: 'Month, YYYY-MM.',
  discounts: 'Discounts, in the smallest unit.',
  paid_by_card: 'What gift cards paid.',
  settled: 'What was settled outside the gateway.',
  refunds: 'Refunds, without lost disputes.',
  disputes_lost: 'What lost disputes took.',
  disputes_won: 'Amounts of disputes that were won, for information.',
  commission_vat: 'VAT on the commission, at the rate of the company.',
  carried_forward: 'Balance below 0 of the statement before; otherwise 0.',
  issued_at: 'When it was issued; null while it is open.',
};
