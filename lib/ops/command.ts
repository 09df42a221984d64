/** A command of `npm run ops`. */
export interface Command {
  /** The name: `import`, `keys create`. */
  name: string;
  /** Arguments after the name. */
  usage: string;
  /** Description for the overview. */
  summary: string;
  /** Runs it. Throws `OpsError` for errors that the operator can fix. */
  run: (args: string[]) => Promise<void>;
}

/** An error that the operator can fix. Each line is printed, and the exit status is 1. */
export class OpsError extends Error {
  readonly lines: readonly string[];
  constructor(...lines: string[]) {
    super(lines.at(-1));
    this.name = 'OpsError';
    this.lines = lines;
  }
}
