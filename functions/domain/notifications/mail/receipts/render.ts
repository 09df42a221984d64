import type { MailAttachment } from '../../../../adapters/mail/message.ts';
import { renderReceipt } from '../../../../adapters/pdf/receipt.ts';
import type { CompanyRow } from '../../../company/companies/rows.ts';
import { brandPicturesOf } from '../../../fulfillment/documents/brand-pictures.ts';
import { inOneLine } from '../../../fulfillment/documents/format.ts';
import { documentName } from '../../../fulfillment/documents/name.ts';
import { documentBrand } from '../../../fulfillment/documents/rules.ts';
import { PDF } from '../../../fulfillment/documents/schema.ts';
import { contactLines } from '../writing.ts';
import type { OrderRow } from '../../../checkout/orders/rows.ts';
import { receiptOf } from './rules.ts';

/** The receipt of an order as an attachment. */
export const receiptFile = async (order: OrderRow, company: CompanyRow): Promise<MailAttachment> => {
  const receipt = receiptOf(order, company);
  const brand = documentBrand(company, await brandPicturesOf(company));
  const bytes = await renderReceipt({ ...receipt, brand, contact: inOneLine(contactLines(company), '   ·   ') });
  return { filename: `${documentName(receipt.title, order.reference)}.pdf`, mime: PDF, bytes };
};
