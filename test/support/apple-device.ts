import { verifiedPass, type OpenedPass } from './wallet.ts';
import type { RunningStack } from './stack.ts';

/** A phone with one pass in Apple Wallet: it registers, and fetches changes when notified. */
export class AppleDevice {
  readonly id: string;
  pushToken: string;
  pass: OpenedPass;
  readonly #stack: RunningStack;
  readonly #wwdr: string;
  #since: string | undefined;
  #modified: string | undefined;

  private constructor(stack: RunningStack, wwdr: string, id: string, pass: OpenedPass) {
    this.#stack = stack;
    this.#wwdr = wwdr;
    this.id = id;
    this.pushToken = `token-of-${id}`;
    this.pass = pass;
  }

  /** Downloads the pass of a code and registers for it, like Wallet. */
  static async add(stack: RunningStack, claimUrl: string, { wwdr, id }: { wwdr: string; id: string }) {
    const { status, bytes } = await stack.get(`${claimUrl}/apple.pkpass`);
    if (status !== 200) throw new Error(`The request for the pass returned status ${status}`);
    const device = new AppleDevice(stack, wwdr, id, verifiedPass(bytes, wwdr));
    const { status: registered } = await device.register();
    if (registered !== 201) throw new Error(`The registration returned status ${registered}`);
    return device;
  }

  get serial(): string {
    return String(this.pass.json['serialNumber']);
  }

  /** Path below the pass's web service URL. */
  path(rest: string): string {
    return `${new URL(String(this.pass.json['webServiceURL'])).pathname}/v1/${rest}`;
  }

  get headers(): Record<string, string> {
    return { Authorization: `ApplePass ${String(this.pass.json['authenticationToken'])}` };
  }

  get #registration(): string {
    return this.path(`devices/${this.id}/registrations/${this.#type}/${this.serial}`);
  }

  get #type(): string {
    return String(this.pass.json['passTypeIdentifier']);
  }

  register(headers = this.headers) {
    return this.#stack.post(this.#registration, { headers, body: { pushToken: this.pushToken } });
  }

  unregister(headers = this.headers) {
    return this.#stack.call('DELETE', this.#registration, { headers });
  }

  /** Lists serial numbers that have changed since the last list; `since` replaces the tag of that list. */
  list(since = this.#since) {
    const path = this.path(`devices/${this.id}/registrations/${this.#type}`);
    return this.#stack.get<{ serialNumbers: string[]; lastUpdated: string }>(
      path,
      since === undefined ? {} : { query: { passesUpdatedSince: since } },
    );
  }

  fetch(headers: Record<string, string> = this.headers) {
    return this.#stack.get(this.path(`passes/${this.#type}/${this.serial}`), { headers });
  }

  /** Wallet's reaction to a notification. Returns the status of the pass request; undefined if no pass is listed. */
  async update(): Promise<number | undefined> {
    const listed = await this.list();
    if (listed.status !== 200) return undefined;
    const { status, headers, bytes } = await this.fetch({
      ...this.headers,
      ...(this.#modified === undefined ? {} : { 'If-Modified-Since': this.#modified }),
    });
    if (status === 200) {
      // Skips the verification with another program, which has already verified the first pass of the device.
      this.pass = verifiedPass(bytes, this.#wwdr, false);
      this.#modified = headers.get('Last-Modified') ?? undefined;
    }
    // Only a processed list updates the tag.
    if (status === 200 || status === 304) this.#since = listed.body.lastUpdated;
    return status;
  }

  get balance(): unknown {
    return this.pass.json.storeCard?.primaryFields[0]?.value;
  }

  get isVoid(): boolean {
    return this.pass.json['voided'] === true;
  }
}
