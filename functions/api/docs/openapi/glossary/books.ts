/** Descriptions of members of the journal and of statements, by name. */
export const BOOKS: Readonly<Record<string, string>> = {
  voucher: 'Number of the entry, from 1 in each year without gaps.',
  debit: 'Amount on the debit side, in the smallest unit; otherwise 0.',
  credit: 'Amount on the credit side, in the smallest unit; otherwise 0.',
  month: 'Month, YYYY-MM.',
  discounts: 'Discounts, in the smallest unit.',
  paid_by_card: 'Amount paid with gift cards.',
  settled: 'Amount settled outside the gateway.',
  refunds: 'Refunds, without lost disputes.',
  disputes_lost: 'Amounts of disputes that were lost.',
  disputes_won: 'Amounts of disputes that were won, for information.',
  commission_vat: 'VAT on the commission, at the rate of the company.',
  carried_forward: 'Negative balance of the previous statement; otherwise 0.',
  issued_at: 'When it was issued; null while it is open.',
};
