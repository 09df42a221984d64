import type { Node } from 'constructs';
import { settingsOf } from '../stacks/settings.ts';

/** What is wrong with the settings that a context holds, in one sentence; undefined when nothing is. */
export const settingsFault = (node: Node): string | undefined => {
  try {
    settingsOf(node);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
};
