import { html, raw } from 'hono/html';
import { listOverview, type OverviewEntry } from '../../../domain/administration/catalog/overview.ts';
import { ISSUE_KINDS } from '../../../domain/administration/operator-issues/schema.ts';
import type { ApiError } from '../../../platform/errors.ts';
import type { Reply } from '../../../pipeline/request.ts';
import { ownMember } from '../../../platform/own-member.ts';
import { none, type Markup } from '../../../pages/kit/markup.ts';
import { itemPath } from '../../codes.ts';
import { decimal, minorMoney } from '../../format.ts';
import { newGuid } from '../../guid.ts';
import { deskPage, tokenField } from '../../layout.ts';
import { aroundField } from '../../pages/field-fault.ts';
import { formFault, messages } from '../../pages/notices.ts';
import { emptyText } from '../../texts/empty.ts';
import { ISSUE_TEXTS, type IssueTexts } from '../../texts/issue.ts';
import { typedInField } from '../../typed-in.ts';
import type { DeskVisit } from '../../visit.ts';
import { capitalize } from '../../pages/state-mark.ts';

/** The form for issuing items, with the input of a refused form if there is one. */
export const issuePage = async (visit: DeskVisit, refusal?: ApiError): Promise<Reply> => {
  const t = ISSUE_TEXTS[visit.language];
  const products = await listOverview(visit.company.slug, '');
  return deskPage(visit, {
    title: t.title,
    place: 'issue',
    refusal,
    content: html`<h1>${t.title}</h1>
      ${messages({ fault: refusal && formFault(visit, refusal, namesOf(t)) })}
      <p>${t.text}</p>
      ${
        visit.company.contract.invoice_settlement
          ? html`<section class="card">${form(visit, t, { products, refusal })}</section>`
          : withoutContract(visit)
      }`,
  });
};

/** Alternatives for a company that may not issue items on invoice. */
const withoutContract = ({ language, rights, company }: DeskVisit): Markup => {
  const contract = rights.has('companies')
    ? `/desk/companies/${encodeURIComponent(company.slug)}`
    : rights.has('settings')
      ? '/desk/company#contract'
      : undefined;
  return html`<p role="status">${emptyText(language, 'noInvoices')}</p>
    <p class="links">
      ${rights.has('campaigns') ? html`<a class="button" href="/desk/campaigns">${emptyText(language, 'giveAway')}</a>` : none}
      ${contract === undefined ? none : html`<a href="${contract}">${emptyText(language, 'contract')}</a>`}
    </p>`;
};

interface IssueView {
  products: readonly OverviewEntry[];
  refusal: ApiError | undefined;
}

const namesOf = (t: IssueTexts): Record<string, string> => ({
  kind: t.kind,
  title: t.name,
  quantity: t.quantity,
  amount: t.amount,
  product_option_id: t.option,
  validity: t.validity,
  issued_to: t.issuedTo,
  receiver_name: t.receiverName,
  receiver_email: t.receiverEmail,
  note: t.note,
});

/** The product options. A submitted option that is not on sale stays selected, so that the refusal refers to it. */
const optionField = (visit: DeskVisit, t: IssueTexts, products: readonly OverviewEntry[]): Markup => {
  const chosen = visit.form.get('product_option_id');
  const isListed = products.some(({ options }) => options.some(({ optionId }) => optionId === chosen));
  const choice = (id: string, text: string): Markup =>
    html`<option value="${id}" ${id === chosen ? raw('selected') : none}>${text}</option>`;
  return html`<label for="product_option_id">${t.option}</label>
    <select id="product_option_id" name="product_option_id">
      ${choice('', t.anyOption)} ${chosen === '' || isListed ? none : choice(chosen, chosen)}
      ${products
        .filter(({ options }) => options.length > 0)
        .map(
          ({ name, options }) =>
            html`<optgroup label="${name}">
              ${options.map((each) => choice(each.optionId, `${each.name}, ${minorMoney(visit, each.amount)}`))}
            </optgroup>`,
        )}
    </select>`;
};

const form = (visit: DeskVisit, t: IssueTexts, { products, refusal }: IssueView): Markup => {
  const field = (name: string, label: string, more: string, hint?: string): Markup => {
    const [fault] = ownMember(refusal?.faults ?? {}, name) ?? [];
    const { attributes, below } = aroundField(visit, { id: name, fault, hint });
    return html`<label for="${name}">${label}</label>
      <input
        id="${name}"
        name="${name}"
        value="${visit.form.get(name)}"
        autocomplete="off"
        ${raw(more)}
        ${attributes}
      />
      ${below}`;
  };
  const kind = visit.form.get('kind');
  return html`<form class="stack" method="post" action="/desk/issue">
    ${tokenField(visit)}${typedInField(visit)}<input type="hidden" name="guid" value="${newGuid()}" />
    <label for="kind">${t.kind}</label>
    <select id="kind" name="kind">
      ${ISSUE_KINDS.map(
        (each) =>
          html`<option value="${each}" ${each === kind ? raw('selected') : none}>${capitalize(t.kinds[each])}</option>`,
      )}
    </select>
    ${field('title', t.name, 'required maxlength="120"')}
    ${field('quantity', t.quantity, 'required inputmode="numeric" type="number" min="1" max="1000"')}
    ${field('amount', `${t.amount} (${visit.company.currency})`, 'inputmode="decimal"', t.amountHint)}
    ${optionField(visit, t, products)} ${field('validity', t.validity, 'type="date"')}
    ${field('issued_to', t.issuedTo, 'maxlength="100"', t.issuedToHint)}
    ${field('receiver_name', t.receiverName, 'maxlength="255"')}
    ${field('receiver_email', t.receiverEmail, 'type="email" maxlength="254"')}
    ${field('note', t.note, 'maxlength="500"')}
    <button>${t.submit}</button>
  </form>`;
};

const CODES_SHOWN = 100;

export const issuedPage = (
  visit: DeskVisit,
  { codes, orderId }: { codes: readonly string[]; orderId: string },
): Promise<Reply> => {
  const t = ISSUE_TEXTS[visit.language];
  const remaining = codes.length - CODES_SHOWN;
  return deskPage(visit, {
    title: t.title,
    place: 'issue',
    content: html`<h1>${t.title}</h1>
      ${messages({ done: t.done(decimal(visit, codes.length)) })}
      <section class="card" aria-labelledby="codes">
        <h2 id="codes">${t.codes}</h2>
        <ul class="plain">
          ${codes.slice(0, CODES_SHOWN).map((code) => html`<li class="code" translate="no"><a href="${itemPath(code)}">${code}</a></li>`)}
        </ul>
        ${remaining > 0 ? html`<p>${t.more(decimal(visit, remaining))}</p>` : none}
      </section>
      <p class="links">
        <a class="button" href="/desk/issue">${t.again}</a>
        <a href="/desk/search?${new URLSearchParams({ q: orderId }).toString()}">${t.all}</a>
      </p>`,
  });
};
