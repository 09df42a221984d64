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

/** Like `argumentsOf`, but prints the fault and the usage and exits with status 1 instead of throwing. */
export const parseArguments = <Config extends ParseArgsConfig>(usage: string, config: Config): Arguments<Config> => {
  try {
    return argumentsOf(usage, config);
  } catch (error) {
    process.stderr.write(`${errorMessage(error)}\n`);
    return process.exit(1);
  }
};
