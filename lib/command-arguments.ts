import { parseArgs, type ParseArgsConfig } from 'node:util';

type Arguments<Config extends ParseArgsConfig> = ReturnType<typeof parseArgs<Config>>;

/** The arguments of a command. Throws for an unknown option, such as `--help`, with the usage. */
export const argumentsOf = <Config extends ParseArgsConfig>(usage: string, config: Config): Arguments<Config> => {
  try {
    return parseArgs(config);
  } catch (error) {
    const [fault] = (error instanceof Error ? error.message : String(error)).split('. To specify');
    throw new Error(`${fault}\nUsage: ${usage}`, { cause: error });
  }
};

/** The same for the process: it prints fault and usage, and ends with status 1. */
export const parseArguments = <Config extends ParseArgsConfig>(usage: string, config: Config): Arguments<Config> => {
  try {
    return argumentsOf(usage, config);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    return process.exit(1);
  }
};
