import type { SentMessage } from '../../platform/messages/message.ts';
import type { PrintTerms } from '../images/print.ts';
import type { PictureCheck } from '../images/refusal.ts';
import { callIsolated, type KilledCall } from './call.ts';

/** Event of the function `print-picture`. Each possible result type has its own upload URL. */
export interface PrintPictureEvent {
  source: { url?: string; base64?: string };
  /** If absent, nothing is stored; the result only describes the picture. */
  target?: Record<'image/jpeg' | 'image/png', { url: string; headers: Record<string, string> }>;
  terms: PrintTerms;
  maxBytes: number;
}

/** The properties of the re-encoded picture. */
export interface PrintedFacts {
  mime: 'image/jpeg' | 'image/png';
  width: number;
  height: number;
  byteSize: number;
  /** Lowercase hex. */
  sha256: string;
}

export type PrintPictureResult = { printed: PrintedFacts } | { refused: { check: PictureCheck; reason: SentMessage } };

export const callPrintPicture = (event: PrintPictureEvent): Promise<PrintPictureResult | KilledCall> =>
  callIsolated<PrintPictureResult>('print-picture', event);
