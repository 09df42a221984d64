import { computeThread } from './compute-thread.ts';
import type { Pure } from './compute-worker.ts';

// Loaded in place of the functions of the same names (lib/local/compute/compute-in-thread.ts).

computeThread.start();

export const composeMail: Pure['composeMail'] = async (...input) =>
  Buffer.from(await computeThread.run('composeMail', ...input));
export const renderDocument: Pure['renderDocument'] = (...input) => computeThread.run('renderDocument', ...input);
export const renderReceipt: Pure['renderReceipt'] = (...input) => computeThread.run('renderReceipt', ...input);
export const renderWithTemplate: Pure['renderWithTemplate'] = (...input) =>
  computeThread.run('renderWithTemplate', ...input);
