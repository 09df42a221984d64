import { parseArgs, type ParseArgsConfig } from 'node:util';
import { errorMessage } from './error-message.ts';

type Arguments<Config extends ParseArgsConfig> = ReturnType<typeof parseArgs<Config>>;

/** The arguments of a command. Throws for an unknown option, such as `--help`, with the usage. */
export const argumentsOf = <Config extends ParseArgsConfig>(usage: string, config: Config): Arguments<Config> => {
  try {
    return parseArgs(config);
  } catch (error) {
    const [fault] = errorMessage(error).split('. To specify');
    throw new Error(`${fault}\nUsage: ${usage}`, { cause: error });
  }
};

/** The same for the process: it prints fault and usage, and ends with status 1. */
export const parseArguments = <Config extends ParseArgsConfig>(usage: string, config: Config): Arguments<Config> => {
  try {
    return argumentsOf(usage, config);
  } catch (error) {
    process.stderr.write(`${errorMessage(error)}\n`);
    return process.exit(1);
  }
};
