import { createCompany } from '../../domain/administration/companies/create.ts';
import { ownMember } from '../../platform/own-member.ts';
import { withinCause } from '../../platform/cause.ts';
import { once } from '../../storage/idempotency.ts';
import { seeOther } from '../../pages/kit/reply.ts';
import { deskEndpoint } from '../endpoint.ts';
import { formIdempotency, refusalFrom } from '../form-idempotency.ts';
import { companiesFor } from './companies-for.ts';
import { deskCreateCompany as route } from './routes.ts';
import { assertEmail } from './user-choices.ts';

const LETTERS: Readonly<Record<string, string>> = { æ: 'ae', ä: 'ae', ø: 'oe', ö: 'oe', å: 'aa', ü: 'ue', ß: 'ss' };
const SLUG_MAX = 60;

/** A slug made from a company's name: lowercase letters without accents, digits and hyphens. */
const slugFrom = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll(/[æäøöåüß]/g, (letter) => ownMember(LETTERS, letter) ?? letter)
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, SLUG_MAX)
    .replaceAll(/^-+|-+$/g, '');

/**
 * A form creates one company. If the form is sent again, it leads to the same company. The audit log of the new company
 * names the user who created it.
 */
export const handler = deskEndpoint(route, async (visit) => {
  const { form, by, request } = visit;
  const [slug, email] = [form.get('slug') || slugFrom(form.get('name')), form.get('email')];
  const input = {
    slug,
    name: form.get('name'),
    country: form.get('country').toUpperCase(),
    currency: form.get('currency').toUpperCase(),
  };
  try {
    const idempotency = formIdempotency(visit, route, { ...input, email });
    const cause = { company: slug, operation: route.name, by, requestId: request.requestId, subject: {} };
    const whole = { ...input, email: assertEmail(email) };
    await once(idempotency, () => withinCause(cause, () => createCompany(whole, idempotency)));
    return seeOther(`/desk/companies/${encodeURIComponent(slug)}?outcome=created`);
  } catch (error) {
    return companiesFor(visit, refusalFrom(error));
  }
});
