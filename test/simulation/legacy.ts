import { createHash, randomUUID } from 'node:crypto';
import { tokenKey, userKey, type UserRow } from '../../functions/domain/company/users/rows.ts';
import { ACCESS_TOKEN_SECONDS, hashToken, passwordMark } from '../../functions/domain/company/users/rules.ts';
import { newKey, pickItem, portion, type Action, type Run } from './partners.ts';
import { send } from './sent-requests.ts';
import { COMPANY, DORMANT } from './world.ts';

const USER = 'clerk';

/** Signs in a user of the legacy API without a password, whose check would take longer than the rest of a run. */
const tokenOf = (run: Run): string => {
  const { table, nowMs } = run.system;
  const subject = Buffer.from(`${COMPANY}\n${USER}`).toString('base64url');
  const token = `${subject}.${createHash('sha256').update(newKey(run)).digest('base64url')}`;
  table.put({
    ...tokenKey(hashToken(token)),
    type: 'token',
    v: 1,
    kind: 'access',
    username: USER,
    company: COMPANY,
    clientId: 'till',
    passwordMark: passwordMark(table.get(userKey(USER)) as unknown as UserRow),
    expiresAtMs: nowMs + ACCESS_TOKEN_SECONDS * 1000,
  });
  return token;
};

const formOf = (values: object): string =>
  new URLSearchParams(
    Object.entries(values).map(([name, value]): [string, string] => [name, String(value)]),
  ).toString();

const sendForm = (run: Run, path: string, values: object): (() => Promise<unknown>) => {
  const language = run.random.pick(['', '/da', '/sv']);
  const options = { key: tokenOf(run), headers: { 'x-request-guid': randomUUID() }, body: formOf(values) };
  const name = `v1 ${path.split('/').at(-1)}`;
  return () => send(run, { name, method: 'POST', path: `${language}${path}`, options });
};

const onItem =
  (verb: string, valuesOf: typeof portion): Action =>
  (run) => {
    const item = pickItem(run);
    if (item?.['company'] !== COMPANY) return undefined;
    return sendForm(run, `/item/${String(item['code'])}/${verb}`, valuesOf(run, item));
  };

const activate: Action = (run) =>
  sendForm(run, `/item/${run.random.pick(DORMANT)}/activate`, { amount: run.random.pick([650, 1100]) });

const createCard: Action = (run) => {
  const { random } = run;
  return sendForm(run, '/action/create-gc', {
    amount: random.between(20, 400),
    piece: random.between(1, 2),
    ...(random.chance(0.3) ? { capture: false } : {}),
  });
};

/** Users of the legacy API, whose requests move the same value as those of v2. */
export const LEGACY_ACTIONS: Readonly<Record<string, Action>> = {
  'v1 claim 1': onItem('claim', portion),
  'v1 claim 2': onItem('claim', portion),
  'v1 refund': onItem('refund', portion),
  'v1 cancel': (run) => (run.random.chance(0.4) ? onItem('cancel', () => ({}))(run) : undefined),
  'v1 activate': activate,
  'v1 create': createCard,
};
