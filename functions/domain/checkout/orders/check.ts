import { ordering } from '../../../platform/messages/ordering.ts';
import { validation } from '../../../platform/messages/validation.ts';
import { config } from '../../../platform/config.ts';
import { isApprovedUrl, isPermittedScheme } from '../../company/companies/approved-urls.ts';
import { designWith } from '../../catalog/products/ids.ts';
import type { CompanyRow } from '../../company/companies/rows.ts';
import { unprintableFault } from '../../../platform/printable.ts';
import { isUsablePicture, UPLOAD_FIELD } from '../../catalog/greeting-images/rules.ts';
import type { PictureRow } from '../../catalog/greeting-images/rows.ts';
import type { Faults } from '../../catalog/products/faults.ts';
import type { OrderGreeting } from './rows.ts';
import type { CreateOrderBody } from './schema.ts';
import { visibleOrNull } from '../../../platform/visible.ts';

/**
 * The URL to which the browser returns. It must be approved, or be a URL of the company's order page. The default is
 * the first approved URL that a browser may visit. Null without such a URL: only the test gateway then has a payment
 * page for the order.
 */
export const checkReturnUrl = (body: CreateOrderBody, company: CompanyRow, faults: Faults): string | null => {
  const isPermitted = (url: string): boolean => isPermittedScheme(url, config.allowsLoopbackWebhooks());
  const url = body.return_url;
  if (url === undefined) return company.approved_urls.find(isPermitted) ?? null;
  const isOwnPage = isApprovedUrl([ownPages(company)], url);
  if (!isOwnPage && (!isApprovedUrl(company.approved_urls, url) || !isPermitted(url))) {
    faults.add('return_url', validation('return_address_not_approved'));
  }
  return url;
};

/** URL prefix of the company's order page, whose buyers return to their receipt. */
const ownPages = ({ slug }: CompanyRow): string => `${config.baseUrl()}/shop/${slug}/`;

const codePoints = (text: string): number => [...text].length;

const ON_LABELS = ['name', 'company_name', 'street', 'postcode', 'city'] as const;
const ON_RECEIPTS = ['name', 'vat_number', 'street', 'postcode', 'city'] as const;
const ON_TICKETS = ['name', 'street', 'city'] as const;

/** Rejects texts that cannot be printed exactly, so that no gift, label or receipt shows replacement characters. */
export const checkPrintable = (body: CreateOrderBody, faults: Faults): void => {
  const texts: [field: string, text: string | null | undefined][] = [
    ['sender.name', body.sender.name],
    ['recipient.name', body.recipient?.name],
    ['greeting.message', body.greeting?.message],
    ...ON_LABELS.map((member): [string, string | undefined] => [
      `delivery.address.${member}`,
      body.delivery?.address?.[member],
    ]),
    ...ON_RECEIPTS.map((member): [string, string | undefined] => [
      `sender.company.${member}`,
      body.sender.company?.[member],
    ]),
    ...body.items.flatMap(({ ticket }, at): [string, string | undefined][] => [
      [`items.${at}.ticket.comment`, ticket?.comment],
      [`items.${at}.ticket.code`, ticket?.code],
      ...ON_TICKETS.map((member): [string, string | undefined] => [
        `items.${at}.ticket.address.${member}`,
        ticket?.address?.[member],
      ]),
    ]),
  ];
  for (const [field, text] of texts) {
    const fault = text ? unprintableFault(text) : undefined;
    if (fault !== undefined) faults.add(field, fault);
  }
};

const NO_PICTURE = ordering('design_unknown');

/** Checks the greeting of the order's cards: a message, a picture or both (lib/reference/orders.md#greeting). */
export const checkGreeting = (
  body: CreateOrderBody,
  input: { company: CompanyRow; picture: PictureRow | undefined; nowMs: number },
  faults: Faults,
): OrderGreeting | null => {
  const message = visibleOrNull(body.greeting?.message);
  const maximum = input.company.greeting.max_length;
  if (message !== null && codePoints(message) > maximum) {
    faults.add('greeting.message', validation('too_long', { maximum }));
  }
  const image = checkImage(body, input, faults);
  return message === null && image === null ? null : { message, image };
};

const checkImage = (
  body: CreateOrderBody,
  input: { company: CompanyRow; picture: PictureRow | undefined; nowMs: number },
  faults: Faults,
): OrderGreeting['image'] => {
  const image = body.greeting?.image;
  if (!image || image.source === 'none') return null;
  if (image.source === 'design') {
    const { design_id: designId = '' } = image;
    const design = designWith(input.company, designId);
    if (!design) faults.add('greeting.image.design_id', NO_PICTURE, 'greeting_image_not_found');
    return { source: 'design', designId, ...(design ? { designUrl: design.url } : {}) };
  }
  if (image.upload_id === undefined || !isUsablePicture(input.picture, input.nowMs)) {
    const message = ordering('picture_unusable');
    faults.add(UPLOAD_FIELD, message, 'greeting_image_not_found');
  }
  return { source: 'upload', uploadId: image.upload_id ?? '' };
};

/**
 * Some products are sold only to companies, and require the full address of the company
 * (lib/reference/orders.md#buyers).
 */
export const checkCompanyBuyer = (body: CreateOrderBody, isRequired: boolean, faults: Faults): void => {
  const company = body.sender.company;
  if (!isRequired || company?.street !== undefined) return;
  const message = ordering('company_address_missing');
  faults.add('sender.company', message, 'sender_company_required');
};
