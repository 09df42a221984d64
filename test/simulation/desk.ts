import { openDeskSessionOf, SESSION_MS } from '../../functions/domain/company/users/desk-session.ts';
import type { UserRow } from '../../functions/domain/company/users/rows.ts';
import { DAY_MS } from '../../functions/platform/durations.ts';
import type { FoundPage } from '../support/page-visitor.ts';
import { openPage, sendForm, type SentForm } from './browser.ts';
import { BUYERS, pickAny, pickItem, pickRecent, type Action, type Run } from './partners.ts';
import { COMPANY } from './world.ts';

/** Forms that move value, by their action. */
const MOVING = /^\/desk\/(redeem|undo|sum|issue$|items\/|orders\/.*\/refund|shipments\/)/;

const CHOSEN = 'form[data-chosen]';

/** A repeat of a successful form must have the same outcome. */
const sendAtDesk = async (run: Run, sent: SentForm): Promise<FoundPage | undefined> => {
  const earlier = sent.to;
  const page = await sendForm(run, sent);
  if (page?.status === 303) sent.to ??= page.location;
  if (page && earlier !== undefined && page.location !== earlier) {
    run.system.surprises.push(`K a repeat of ${sent.path} returned ${page.status} ${page.location}, not ${earlier}`);
  }
  return page;
};

/** Values that a person enters in a form: its current values, or others. */
const fieldsOf = ({ random, system }: Run, page: FoundPage, selector: string): Record<string, string> => {
  const values = page.values(selector);
  const entered: Record<string, string> = {
    number: String(random.between(1, 3)),
    quantity: String(random.between(1, 3)),
    amount: (random.between(1, random.chance(0.7) ? 9_000 : 40_000) / 100).toFixed(2),
    email: random.pick(BUYERS),
    title: 'Coupon',
    reason: 'At the desk',
    note: 'At the desk',
  };
  for (const [name, value] of Object.entries(entered)) if (name in values) values[name] = value;
  for (const field of page.form(selector).querySelectorAll('input, select')) {
    const [name = '', type] = [field.getAttribute('name'), field.getAttribute('type')];
    const options = field.querySelectorAll('option').map((option) => option.getAttribute('value') ?? '');
    if (options.length > 0) values[name] = random.pick(options);
    if (type === 'radio' && random.chance(0.4)) values[name] = field.getAttribute('value') ?? '';
    if (type === 'checkbox' && random.chance(0.8)) values[name] = field.getAttribute('value') ?? 'on';
    if (type === 'date')
      values[name] = new Date(system.nowMs + random.between(1, 900) * DAY_MS).toISOString().slice(0, 10);
  }
  return values;
};

/** Fills in one of the forms of a page, or confirms what it shows, and presses one of its buttons. */
const fillForm = (run: Run, page: FoundPage, headers: Record<string, string>): SentForm | undefined => {
  const forms = page.root
    .querySelectorAll('form[method=post]')
    .filter((form) => MOVING.test(form.getAttribute('action') ?? ''));
  const form = pickAny(run, forms);
  if (!form) return undefined;
  form.setAttribute('data-chosen', 'yes');
  const path = form.getAttribute('action') ?? '';
  // A form leads to a page with a preview, which is confirmed unchanged.
  const fields = page.path === path && path.endsWith('/refund') ? page.values(CHOSEN) : fieldsOf(run, page, CHOSEN);
  const button = pickAny(run, form.querySelectorAll('button[name]'));
  const pressed = button ? { [button.getAttribute('name') ?? '']: button.getAttribute('value') ?? '' } : {};
  const body = new URLSearchParams({ ...fields, ...pressed }).toString();
  return { path, body, headers, untilMs: run.system.nowMs + SESSION_MS };
};

const PAGES: readonly ((run: Run) => string | undefined)[] = [
  (run) => onItem(run, (code) => `/desk/counter?code=${code}`),
  (run) => onItem(run, (code) => `/desk/counter?code=${code}`),
  (run) => onItem(run, (code) => `/desk/items/${code}`),
  (run) => {
    const id = pickAny(run, run.orders);
    return id === undefined ? undefined : `/desk/orders/${id}`;
  },
  () => '/desk/issue',
  (run) => onItem(run, (code) => `/desk/sum?code=${code}&amount=${run.random.between(1, 200)}`),
  () => '/desk/shipments',
];

const onItem = (run: Run, path: (code: string) => string): string | undefined => {
  const item = pickItem(run);
  return item?.['company'] === COMPANY ? path(String(item['code'])) : undefined;
};

/** A person at the desk opens a page, fills in one of its forms, and sends it once, twice, or again later. */
const visitDesk: Action = (run) => {
  const { random, system } = run;
  const path = random.pick(PAGES)(run);
  if (path === undefined) return undefined;
  const isTwice = random.chance(0.3);
  return async () => {
    const user = system.table.rowsOf<UserRow>('user').find(({ username }) => username === 'clerk');
    const opened = user && (await openDeskSessionOf(user));
    if (!opened || !('cookie' in opened)) return;
    const headers = { cookie: `__Host-desk=${opened.cookie}` };
    let page: FoundPage | undefined = await openPage(run, path, headers);
    // A form with a preview is sent again from the page that shows it.
    for (let step = 0; step < 2 && page?.status === 200; step++) {
      const sent = fillForm(run, page, headers);
      if (!sent) return;
      run.forms.push(sent);
      [page] = await Promise.all(Array.from({ length: isTwice ? 2 : 1 }, () => sendAtDesk(run, sent)));
    }
  };
};

const sendAgain: Action = (run) => {
  const valid = run.forms.filter(({ untilMs }) => untilMs > run.system.nowMs);
  const sent = run.random.chance(0.5) ? pickRecent(run, valid) : pickAny(run, valid);
  return sent && (() => sendAtDesk(run, sent));
};

export const DESK_ACTIONS: Readonly<Record<string, Action>> = {
  'desk 1': visitDesk,
  'desk 2': visitDesk,
  'desk 3': visitDesk,
  'desk form again': sendAgain,
};
