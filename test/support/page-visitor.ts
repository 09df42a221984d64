import { parse, type HTMLElement } from 'node-html-parser';
import { asciiEmail } from '../../functions/platform/email-address.ts';
import type { Answer, RunningStack } from './stack.ts';

/** Value of a form field. `undefined` removes the field. */
export type FormInput = Record<string, string | undefined>;

/** A file in a form. */
export interface ChosenFile {
  field: string;
  name: string;
  type: string;
  bytes: Uint8Array;
}

const squeezed = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

/** A page in a browser without JavaScript. */
export class FoundPage {
  readonly answer: Answer<string>;
  readonly root: HTMLElement;
  readonly bytes: Uint8Array;
  readonly path: string;

  constructor(path: string, answer: Answer<string>) {
    this.path = path;
    this.answer = answer;
    this.bytes = answer.bytes;
    this.root = parse(answer.bytes.toString(), { comment: false, blockTextElements: { script: true, style: true } });
  }

  get status(): number {
    return this.answer.status;
  }

  get location(): string {
    return this.answer.headers.get('location') ?? '';
  }

  header(name: string): string {
    return this.answer.headers.get(name) ?? '';
  }

  /** Text of the page. */
  get text(): string {
    return squeezed(this.root.querySelector('body')?.text ?? '');
  }

  textOf(selector: string): string {
    return squeezed(this.root.querySelector(selector)?.text ?? '');
  }

  textsOf(selector: string): string[] {
    return this.root.querySelectorAll(selector).map((each) => squeezed(each.text));
  }

  attribute(selector: string, name: string): string | undefined {
    return this.root.querySelector(selector)?.getAttribute(name);
  }

  /** Fault shown at a field. */
  faultOf(field: string): string | undefined {
    const found = this.root.querySelector(`#f-${field.replaceAll('.', '-')}-fault`);
    return found ? squeezed(found.text) : undefined;
  }

  /** All faults that the page shows, by field. */
  get faults(): Record<string, string> {
    return Object.fromEntries(
      this.root.querySelectorAll('.fault').map((each) => [
        each.id
          .replace(/^f-/, '')
          .replace(/-fault$/, '')
          .replaceAll('-', '.'),
        squeezed(each.text),
      ]),
    );
  }

  form(selector = 'form'): HTMLElement {
    const form = this.root.querySelector(selector);
    if (!form) throw new Error(`${this.path} (${this.status}) has no ${selector}: ${this.text.slice(0, 300)}`);
    return form;
  }

  /** The form's data as it would be sent: every field with a value. */
  values(selector = 'form'): Record<string, string> {
    const values: Record<string, string> = {};
    for (const field of this.form(selector).querySelectorAll('input, select, textarea')) {
      const name = field.getAttribute('name');
      const value = name === undefined ? undefined : valueOf(field);
      if (name !== undefined && value !== undefined) values[name] = value;
    }
    return values;
  }
}

/**
 * The value as Chromium sends it: without line breaks in a single-line field, and with the domain of an email address
 * in punycode.
 */
const valueOf = (field: HTMLElement): string | undefined => {
  if (field.hasAttribute('disabled')) return undefined;
  if (field.rawTagName === 'textarea') return field.textContent.replace(/^\n/, '');
  if (field.rawTagName === 'select') {
    const options = field.querySelectorAll('option');
    const chosen = options.find((option) => option.hasAttribute('selected')) ?? options[0];
    return chosen?.getAttribute('value');
  }
  const type = field.getAttribute('type') ?? 'text';
  if (type === 'file') return undefined;
  if ((type === 'radio' || type === 'checkbox') && !field.hasAttribute('checked')) return undefined;
  const value = field.getAttribute('value') ?? '';
  if (type === 'hidden') return value;
  return type === 'email' ? asciiEmail(value) : value.replaceAll(/[\r\n]/g, '');
};

const merged = (values: Record<string, string>, filling: FormInput): [string, string][] =>
  Object.entries({ ...values, ...filling }).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]));

/** A visitor with a browser without JavaScript and a separate IP address. */
export class Visitor {
  readonly #stackOf: () => RunningStack;
  readonly #headers: Record<string, string>;

  constructor(stackOf: () => RunningStack, { address, language = 'en' }: { address: string; language?: string }) {
    this.#stackOf = stackOf;
    // The stack trusts one proxy, the connection itself, so it takes the visitor's IP address from the header.
    this.#headers = { 'X-Forwarded-For': address, 'Accept-Language': language };
  }

  async open(path: string, headers: Record<string, string> = {}): Promise<FoundPage> {
    const answer = await this.#stackOf().get<string>(path, { headers: { ...this.#headers, ...headers } });
    return new FoundPage(path, answer);
  }

  /** Fills in a form and presses one of its buttons. */
  submit(
    page: FoundPage,
    filling: FormInput = {},
    how: { form?: string; step?: string; file?: ChosenFile; headers?: Record<string, string> } = {},
  ): Promise<FoundPage> {
    const selector = how.form ?? 'form';
    const form = page.form(selector);
    const fields = merged(page.values(selector), { ...filling, ...(how.step === undefined ? {} : { step: how.step }) });
    const { pathname, search } = new URL(form.getAttribute('action') ?? '', new URL(page.path, this.#stackOf().url));
    const action = `${pathname}${search}`;
    if ((form.getAttribute('method') ?? 'get') === 'get') {
      return this.open(`${action}?${new URLSearchParams(fields).toString()}`, how.headers);
    }
    const isMultipart = form.getAttribute('enctype') === 'multipart/form-data';
    return this.post(action, fields, { ...how, isMultipart });
  }

  /** Sends fields as a form submission. */
  async post(
    path: string,
    fields: readonly (readonly [string, string])[],
    how: { isMultipart?: boolean; file?: ChosenFile; headers?: Record<string, string> } = {},
  ): Promise<FoundPage> {
    const stack = this.#stackOf();
    stack.secrets.collect(fields.map(([, value]) => value).join('\n'));
    const headers = { ...this.#headers, ...how.headers };
    if (!how.isMultipart) {
      const body = new URLSearchParams(fields.map(([name, value]): [string, string] => [name, value])).toString();
      const type = { 'Content-Type': 'application/x-www-form-urlencoded' };
      return new FoundPage(path, await stack.post<string>(path, { body, headers: { ...headers, ...type } }));
    }
    const sent = new FormData();
    for (const [name, value] of fields) sent.append(name, value.replaceAll('\n', '\r\n'));
    const { file } = how;
    if (file) sent.append(file.field, new Blob([new Uint8Array(file.bytes)], { type: file.type }), file.name);
    const written = new Response(sent);
    const body = new Uint8Array(await written.arrayBuffer());
    const type = { 'Content-Type': written.headers.get('content-type') ?? '' };
    return new FoundPage(path, await stack.post<string>(path, { body, headers: { ...headers, ...type } }));
  }

  /** Follows a redirect. */
  follow(page: FoundPage): Promise<FoundPage> {
    const { pathname, search } = new URL(page.location, this.#stackOf().url);
    return this.open(`${pathname}${search}`);
  }
}

/** Input of a buyer whose order is a gift to another person. */
export const GIFT: FormInput = {
  'sender.name': 'Anna Holm',
  'sender.email': 'anna@example.com',
  'recipient.name': 'Bo Lind',
  'recipient.email': 'bo@example.com',
};

/** Input of a buyer who keeps the order. */
export const OWN: FormInput = { to: 'me', 'sender.name': 'Anna Holm', 'sender.email': 'anna@example.com' };
