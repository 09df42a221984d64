import { isUtf8 } from 'node:buffer';

/**
 * Values that must not be logged: item codes, email addresses, names of persons, secrets of keys and endpoints, and
 * links that grant access. Collected from all requests and responses.
 */
const KINDS: Record<string, RegExp> = {
  'item code': /\b[0-9A-HJKMNP-TV-Z]{4}(?:-[0-9A-HJKMNP-TV-Z]{4}){4}\b/g,
  'email address': /(?<![\w.+-])[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63})+/g,
  'secret of a key': /(?<=lp_(?:live|test|ops)_[0-9a-f]{32}_)[0-9a-f]{64}\b/g,
  'secret of an endpoint': /\bwhsec_[\w+/=-]{8,}/g,
  'name of a person': /(?<="(?:sender|recipient)":\{"name":"|"(?:sender|receiver|reciever)_name":")[^"\\]{8,}(?=")/g,
  'payment link': /\bcs_[0-9a-f]{32}\b/g,
  'receipt link': /(?<=\/orders\/po_[0-9a-f]{32}\/)[\w-]{20,}/g,
  'signed link': /(?<=\/(?:documents|d)\/)[\w.-]{30,}/g,
};

/** Members of bodies and forms with secret or personal values. */
const PRIVATE_MEMBERS =
  /"?(?:access_token|refresh_token|password|client_secret|code_seed|codeSeed|sender_name|receiver_name|greeting|message)"?\s*[:=]\s*"?([^"&\s]{8,})/g;

const CURSORS = /(?<="next_cursor":")[^"]+(?=")/g;

/**
 * Whether a cursor is not encrypted, that is, has a part of more than 8 characters that is UTF-8 text. The key version
 * before encrypted bytes has fewer characters.
 */
const isReadable = (cursor: string): boolean =>
  cursor.split('.').some((part) => part.length > 8 && isUtf8(Buffer.from(part, 'base64url')));

/** Longer texts are large bodies that a test created. Only their cursors are collected. */
const TEXT_MAX = 200_000;

export class Secrets {
  readonly #seen = new Map<string, string>();
  /** Cursors readable without a key. */
  readonly #readable = new Set<string>();

  /** Collects values of one request or response. */
  collect(text: string): void {
    for (const [cursor] of text.matchAll(CURSORS)) if (isReadable(cursor)) this.#readable.add(cursor);
    if (text.length > TEXT_MAX) return;
    for (const [kind, pattern] of Object.entries(KINDS)) {
      for (const [found] of text.matchAll(pattern)) this.#seen.set(found, kind);
    }
  }

  /** Collects values of private members, from texts in which members with these names are always private. */
  collectMembers(text: string): void {
    for (const [, value] of text.matchAll(PRIVATE_MEMBERS)) if (value !== undefined) this.add('private member', value);
  }

  add(kind: string, value: string): void {
    if (value.length >= 8) this.#seen.set(value, kind);
  }

  get size(): number {
    return this.#seen.size;
  }

  /** Collected values in a log, and readable cursors. */
  leaksIn(log: string): string[] {
    const logged = [...this.#seen].flatMap(([value, kind]) => {
      const at = log.indexOf(value);
      return at < 0 ? [] : [`${kind} ${value}: ${log.slice(Math.max(0, at - 200), at + value.length + 50)}`];
    });
    return [...logged, ...[...this.#readable].map((cursor) => `readable cursor ${cursor}`)];
  }
}
