/** A command of `npm run ops`. */
export interface Command {
  /** Name of the command, such as `import` or `keys create`. */
  name: string;
  /** Usage of the arguments after the name. */
  usage: string;
  /** Description for the overview. */
  summary: string;
  /** Runs the command. Throws `OpsError` for errors that the operator can fix. */
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

/**
 * Throws for more positional arguments than a command takes. A command that ignores an argument would look like a
 * success.
 */
export const rejectFurther = (
  { name, usage }: Pick<Command, 'name' | 'usage'>,
  positionals: readonly string[],
  maximum = 1,
): void => {
  if (positionals.length > maximum) throw new OpsError(`Usage: npm run ops -- ${name} ${usage}`);
};
