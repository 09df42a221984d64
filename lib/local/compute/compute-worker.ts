import { parentPort } from 'node:worker_threads';
import { composeMail } from '../../../functions/adapters/mail/compose.ts';
import { renderReceipt } from '../../../functions/adapters/pdf/receipt.ts';
import { renderWithTemplate } from '../../../functions/adapters/pdf/render-template.ts';
import { renderDocument } from '../../../functions/adapters/pdf/render.ts';

/** Functions that only compute: their input and output are data, and they call no service. */
const pure = { composeMail, renderDocument, renderReceipt, renderWithTemplate };

export type Pure = typeof pure;
export type PureName = keyof Pure;

export interface ComputeCall {
  id: number;
  name: PureName;
  input: readonly unknown[];
}

export type ComputeResult = { id: number; output: unknown } | { id: number; error: unknown };

const outcomeOf = async ({ id, name, input }: ComputeCall): Promise<ComputeResult> => {
  try {
    return { id, output: await (pure[name] as (...input: readonly unknown[]) => unknown)(...input) };
  } catch (error) {
    return { id, error };
  }
};

parentPort?.on(
  'message',
  (call: ComputeCall) => void outcomeOf(call).then((outcome) => parentPort?.postMessage(outcome)),
);
