import { ownMember } from '../../../platform/own-member.ts';
import { html, raw } from 'hono/html';
import { changesBetween } from '../../../domain/administration/catalog/changes.ts';
import type { AuditEntry } from '../../../domain/reporting/audit/list.ts';
import { eventEntry } from '../../../domain/events/catalog/event-catalog.ts';
import { CHANNELS, type Channel } from '../../../platform/channels.ts';
import type { ListPage } from '../../../storage/cursors.ts';
import type { Reply } from '../../../pipeline/request.ts';
import { none, type Markup } from '../../../pages/kit/markup.ts';
import { discountCodePath, itemPath, orderPath } from '../../codes.ts';
import { SETTINGS_SECTIONS } from '../../company/settings-fields.ts';
import { facts } from '../../counter/pages/counter.ts';
import { moment } from '../../format.ts';
import { deskPage } from '../../layout.ts';
import { table } from '../../pages/table.ts';
import { operationIn } from '../../texts/audit-operations.ts';
import { AUDIT_TEXTS, type AuditTexts } from '../../texts/audit.ts';
import { BRAND_TEXTS } from '../../texts/brand.ts';
import { settingsWord } from '../../texts/company-settings.ts';
import { factIn } from '../../texts/own-names.ts';
import { productTexts } from '../../texts/products.ts';
import { USER_TEXTS } from '../../texts/users.ts';
import type { DeskVisit } from '../../visit.ts';
import { actorNameOf, type KeyLabels } from '../../actor-name.ts';

interface AuditFilters {
  from: string | undefined;
  to: string | undefined;
  by: string | undefined;
  channel: Channel | undefined;
}

/** Names of the objects that entries refer to by id. */
interface Names {
  labels: KeyLabels;
  /** Order references, by order id. */
  references: ReadonlyMap<string, string>;
  /** URLs of webhook endpoints, by endpoint id. */
  addresses: ReadonlyMap<string, string>;
}

export const auditPage = (
  visit: DeskVisit,
  page: ListPage<AuditEntry>,
  { labels, references, addresses, ...chosen }: AuditFilters & Names,
): Promise<Reply> => {
  const texts = AUDIT_TEXTS[visit.language];
  return deskPage(visit, {
    title: texts.title,
    place: 'audit',
    content: html`<h1>${texts.title}</h1>
      <p>${texts.text}</p>
      ${filters(texts, chosen)}
      ${
        page.data.length === 0
          ? html`<p role="status">${texts.nothing}</p>`
          : table('entries', texts.title, {
              head: [texts.when, texts.what, texts.who, texts.channel, texts.about],
              rows: page.data.map((entry) => row(visit, entry, { labels, references, addresses })),
            })
      }
      ${ways(visit, page, chosen)}`,
  });
};

const filters = (texts: AuditTexts, { from, to, by, channel }: AuditFilters): Markup =>
  html`<form class="filters" method="get" action="/desk/audit">
    <div><label for="from">${texts.from}</label><input id="from" name="from" type="date" value="${from ?? ''}" /></div>
    <div><label for="to">${texts.to}</label><input id="to" name="to" type="date" value="${to ?? ''}" /></div>
    <div class="broad">
      <label for="by">${texts.by}</label>
      <input
        id="by"
        name="by"
        value="${by ?? ''}"
        placeholder="${texts.byHint}"
        autocapitalize="none"
        spellcheck="false"
      />
    </div>
    <div>
      <label for="channel">${texts.channel}</label>
      <select id="channel" name="channel">
        <option value="">${texts.anyDoor}</option>
        ${CHANNELS.map(
          (each) =>
            html`<option value="${each}" ${each === channel ? raw('selected') : none}>${texts.channels[each]}</option>`,
        )}
      </select>
    </div>
    <button>${texts.show}</button>
  </form>`;

const row = (visit: DeskVisit, entry: AuditEntry, names: Names): (string | Markup)[] => {
  const texts = AUDIT_TEXTS[visit.language];
  return [
    moment(visit, entry.occurred_at),
    html`${whatOf(visit, texts, entry)} ${changesOf(texts, entry)}`,
    actorNameOf(visit, entry.by, names.labels),
    entry.tool === null ? texts.channels[entry.channel] : `${texts.channels[entry.channel]}: ${entry.tool}`,
    aboutOf(visit, entry, names),
  ];
};

const whatOf = ({ t, language }: DeskVisit, texts: AuditTexts, { operation }: AuditEntry): string => {
  const [, kind] = /^item\.(.+)$/.exec(operation) ?? [];
  if (kind !== undefined) return `${texts.item}: ${ownMember(t.item.kinds, kind) ?? kind}`;
  return eventEntry(operation)?.name[language] ?? operationIn(language, operation);
};

/** Old and new values with the names of the API. For a created or deleted object, every member is shown. */
const changesOf = (texts: AuditTexts, { changes }: AuditEntry): Markup => {
  const members = changes.flatMap((change) =>
    change.member === '' ? changesBetween(change.before ?? {}, change.after ?? {}) : change,
  );
  if (members.length === 0) return none;
  return html`<details class="behind">
    <summary>${texts.changes} (${String(members.length)})</summary>
    ${facts(members.map(({ member, before, after }) => [member, `${valueText(before)} → ${valueText(after)}`]))}
  </details>`;
};

const valueText = (value: unknown): string =>
  value === null || value === undefined ? '–' : typeof value === 'string' ? value : JSON.stringify(value);

/**
 * URL of the page for a code: a discount code if the operation is about discount codes, otherwise the code of an item.
 */
const pathOfCode = (operation: string, code: string): string =>
  operation.includes('discount-code') ? discountCodePath(code) : itemPath(code);

const aboutOf = (visit: DeskVisit, { operation, subject }: AuditEntry, { references, addresses }: Names): Markup => {
  const { code, order_id: orderId, transaction_id: _entry, cancellation_id: _cancellation, ...rest } = subject;
  const facts = Object.entries(rest).flatMap(([name, text]) => {
    // The subject of a product has its product id in another member, so `id` is not shown.
    if (name === 'id' && (subject['family'] ?? subject['product_id']) !== undefined) return [];
    return [spoken(visit, name, addresses.get(text) ?? shortId(text))];
  });
  // On phones empty cells are hidden.
  if (code === undefined && orderId === undefined && facts.length === 0) return none;
  return html`${code === undefined ? none : html`<a class="code" translate="no" href="${pathOfCode(operation, code)}">${code}</a>`}
  ${orderId === undefined ? none : html`<a href="${orderPath(orderId)}">${references.get(orderId) ?? shortId(orderId)}</a>`}
  ${facts.length === 0 ? none : html`<span class="address">${facts.join(', ')}</span>`}`;
};

/** The start of a long random id, such as that of a deleted endpoint, which has no URL. Other text is unchanged. */
const shortId = (text: string): string => (/^[a-z]+_[0-9a-f]{24,}$/.test(text) ? `${text.slice(0, 11)}…` : text);

/**
 * Functions that return the displayed text of a value, by the name of its fact. They have no label, because users know
 * these values from other pages.
 */
const VALUES: Readonly<Record<string, (visit: DeskVisit, text: string) => string | undefined>> = {
  username: (_visit, text) => text,
  label: (_visit, text) => text,
  reason: (_visit, text) => text,
  role: ({ t, language }, text) =>
    ownMember(t.roles, text) ?? ownMember(BRAND_TEXTS[language].roles, text) ?? USER_TEXTS[language].noRole,
  asset: ({ language }, text) => ownMember(BRAND_TEXTS[language].roles, text),
  family: ({ language }, text) => ownMember(productTexts(language), text),
  section: ({ language }, text) => {
    const section = SETTINGS_SECTIONS.find((each) => each === text);
    return section && settingsWord(language, section);
  },
};

/** A value, with its label unless it is in `VALUES`. */
const spoken = (visit: DeskVisit, name: string, text: string): string =>
  ownMember(VALUES, name)?.(visit, text) ?? `${factIn(visit.language, name)}: ${text}`;

/** Links to older and to the newest entries. Older entries may follow even a page with few entries. */
const ways = (
  { language, request }: DeskVisit,
  { next_cursor: next }: ListPage<AuditEntry>,
  chosen: AuditFilters,
): Markup => {
  const texts = AUDIT_TEXTS[language];
  const isFirst = !request.query['starting_after'];
  if (next === null && isFirst) return none;
  const path = (cursor: string | null): string => {
    const query = Object.entries({ ...chosen, starting_after: cursor }).filter((entry): entry is [string, string] =>
      Boolean(entry[1]),
    );
    return query.length === 0 ? '/desk/audit' : `/desk/audit?${new URLSearchParams(query).toString()}`;
  };
  return html`<p class="links">
    ${next === null ? none : html`<a class="button quiet" href="${path(next)}">${texts.older}</a>`}
    ${isFirst ? none : html`<a href="${path(null)}">${texts.newest}</a>`}
  </p>`;
};
