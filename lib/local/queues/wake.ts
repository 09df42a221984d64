/** Lets a loop sleep until it is woken or a timeout ends. */
export class Wake {
  #pending = false;
  #resume: (() => void) | undefined;

  /** Ends the current sleep, or the next one when none is active. */
  call(): void {
    this.#pending = true;
    this.#resume?.();
  }

  async sleep(atMostMs: number): Promise<void> {
    if (!this.#pending) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, atMostMs);
        this.#resume = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    this.#resume = undefined;
    this.#pending = false;
  }
}
