import { documentLanguage, spoken } from '../../domain/fulfillment/documents/texts.ts';
import { findHolderView } from '../../domain/fulfillment/holder/holder-view.ts';
import { LimitExceeded } from '../../storage/limits/limit-exceeded.ts';
import { browserEndpoint } from '../kit/browser-endpoint.ts';
import { holderPage, tooManyLookupsPage, unknownCodePage } from './holder-page.ts';
import { seeOther } from '../kit/reply.ts';
import { visitorsTag } from '../kit/visitors-tag.ts';
import { showCode } from './routes.ts';

export const handler = browserEndpoint(showCode, async ({ params, headers, address }) => {
  const tag = visitorsTag(headers['accept-language']);
  const visitors = spoken(tag);
  try {
    const { company_id: typed = '', code = '' } = params;
    const slug = typed.toLowerCase();
    const held = await findHolderView({ company: slug, code, address });
    if (!held) return await unknownCodePage(visitors ?? 'en');
    // Only this page accepts capital letters in a slug. The calendar and the passes below its path do not.
    if (slug !== typed) return seeOther(`/c/${slug}/${encodeURIComponent(code)}`);
    const { item, company } = held;
    return await holderPage(
      held,
      visitors ?? documentLanguage(item?.language, company.language),
      tag ?? item?.language,
    );
  } catch (error) {
    if (error instanceof LimitExceeded) return tooManyLookupsPage(visitors ?? 'en', error.retryAfterSeconds);
    throw error;
  }
});
