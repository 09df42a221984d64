/** A command of `npm run ops`. */
export interface Command {
  /** What is typed: `import`, `keys create`. */
  name: string;
  /** What follows the name. */
  usage: string;
  /** What it does, for the overview. */
  summary: string;
  /** Does it. Throws `OpsError` for whatever the operator can put right. */
  run: (args: string[]) => Promise<void>;
}

/** Something that the operator can put right. Each line is printed as it is, and the exit status is 1. */
export class OpsError extends Error {
  readonly lines: readonly string[];
  constructor(...lines: string[]) {
    super(lines.at(-1));
    this.name = 'OpsError';
    this.lines = lines;
  }
}
