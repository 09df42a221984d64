import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Node } from 'constructs';
import { parseSettingValues, SETTING_NAMES, type SettingValues } from '../stacks/setting-values.ts';
import { environmentNamed, settingsFrom, settingsOf, type Environment } from '../stacks/settings.ts';
import { errorMessage } from '../error-message.ts';

const ROOT = resolve(import.meta.dirname, '../..');

/** Path of the settings file of an environment, from the root of the project. */
export const environmentFile = (environment: Environment): string => `lib/environments/${environment}.json`;

/**
 * The values of a settings file. Throws an error with one line that begins with the file's path, if the file is
 * missing, is not JSON, or has an invalid setting.
 */
export const readEnvironmentFile = (environment: Environment, root = ROOT): SettingValues => {
  const file = environmentFile(environment);
  try {
    const values = parseSettingValues(JSON.parse(readFileSync(join(root, file), 'utf8')));
    settingsFrom(environment, values);
    return values;
  } catch (error) {
    throw new Error(`${file}: ${errorMessage(error)}`, { cause: error });
  }
};

/** Message for a setting that is given outside its environment's file. */
export const misplacedSetting = (name: string, environment: Environment): string =>
  `${name} is not read from -c or cdk.json: set it in ${environmentFile(environment)}.`;

/**
 * Puts the settings of the environment's file into the context. Returns the error, in one sentence, if that is not
 * possible.
 */
export const applyEnvironmentFile = (node: Node, root = ROOT): string | undefined => {
  try {
    const environment = environmentNamed(node.tryGetContext('env') ?? 'development');
    const misplaced = SETTING_NAMES.find((name) => node.tryGetContext(name) !== undefined);
    if (misplaced !== undefined) return misplacedSetting(misplaced, environment);
    for (const [name, value] of Object.entries(readEnvironmentFile(environment, root))) node.setContext(name, value);
    settingsOf(node);
    return undefined;
  } catch (error) {
    return errorMessage(error);
  }
};
