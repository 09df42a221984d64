import { ConditionFailed } from './table.ts';
import { TransactionRefused } from './transactions.ts';

/** Waits for a conditional write or a transaction. Returns false if a condition was not met. */
export const unlessRefused = async (write: Promise<unknown>): Promise<boolean> => {
  try {
    await write;
    return true;
  } catch (error) {
    if (error instanceof ConditionFailed || error instanceof TransactionRefused) return false;
    throw error;
  }
};
