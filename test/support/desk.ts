import type { RunningStack } from './stack.ts';
import { Visitor, type ChosenFile, type FoundPage, type FormInput } from './page-visitor.ts';

let visitors = 0;

/** A user at the desk with a browser without JavaScript: a visitor with a session cookie. */
export class Clerk extends Visitor {
  cookie = '';
  /** Default password for forms that require the user's own. */
  password = '';
  readonly #stackOf: () => RunningStack;

  constructor(stackOf: () => RunningStack, language = 'en') {
    super(stackOf, { address: `198.51.100.${++visitors}`, language });
    this.#stackOf = stackOf;
  }

  get #headers(): Record<string, string> {
    return { Cookie: this.cookie, Origin: this.#stackOf().url };
  }

  override async open(path: string, headers: Record<string, string> = {}): Promise<FoundPage> {
    return this.#keepSession(await super.open(path, { Cookie: this.cookie, ...headers }));
  }

  override async post(
    path: string,
    fields: readonly (readonly [string, string])[],
    how: { isMultipart?: boolean; file?: ChosenFile; headers?: Record<string, string> } = {},
  ): Promise<FoundPage> {
    const typed = fields.filter(([name, value]) => name !== 'own_password' || value !== '');
    const isTyped = typed.some(([name]) => name === 'own_password');
    const all =
      isTyped || !/^\/desk\/(users|keys$)/.test(path) ? typed : [...typed, ['own_password', this.password] as const];
    return this.#keepSession(await super.post(path, all, { ...how, headers: { ...this.#headers, ...how.headers } }));
  }

  #keepSession(page: FoundPage): FoundPage {
    const [, session] = /^__Host-desk=([^;]*)/.exec(page.header('set-cookie')) ?? [];
    if (session !== undefined) this.cookie = session === '' ? '' : `__Host-desk=${session}`;
    return page;
  }

  async signIn(username: string, password = `demo-password-${username}`): Promise<FoundPage> {
    this.password = password;
    return this.submit(await this.open('/desk/sign-in'), { username, password });
  }

  /** Sends a form and follows the redirect. */
  async send(page: FoundPage, form: string, filling: FormInput = {}): Promise<FoundPage> {
    const answer = await this.submit(page, filling, { form });
    return answer.status === 303 ? this.follow(answer) : answer;
  }

  /** Selects the company that the user acts for. */
  async choose(company: string): Promise<FoundPage> {
    return this.submit(await this.open('/desk'), { company }, { form: 'form[action="/desk/settings"]' });
  }

  /** The token of this session's forms. */
  async formToken(): Promise<string> {
    const page = await this.open('/desk');
    return page.attribute('input[name=form_token]', 'value') ?? '';
  }
}

/** A signed-in user of the demo data. */
export const signInStaff = async (stackOf: () => RunningStack, username: string, language = 'en'): Promise<Clerk> => {
  const clerk = new Clerk(stackOf, language);
  const page = await clerk.signIn(username);
  if (page.status !== 303) throw new Error(`${username} could not sign in: ${page.status} ${page.text}`);
  return clerk;
};
