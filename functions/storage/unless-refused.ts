import { ConditionFailed } from './table.ts';

/** Waits for a conditional write. Returns false if its condition was not met. */
export const unlessRefused = async (write: Promise<unknown>): Promise<boolean> => {
  try {
    await write;
    return true;
  } catch (error) {
    if (error instanceof ConditionFailed) return false;
    throw error;
  }
};
