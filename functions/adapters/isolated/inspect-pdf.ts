import type { SentMessage } from '../../platform/messages/message.ts';
import type { PageSize, TemplatePlace } from '../pdf/template.ts';
import { callIsolated, type KilledCall } from './call.ts';

/** Event of the function `inspect-pdf`. */
export interface InspectPdfEvent {
  source: { url?: string; base64?: string };
  target?: { url: string; headers: Record<string, string> };
  maxBytes: number;
  /** A layout replaces the form fields' places: the form may be missing or broken. */
  ignoreForm: boolean;
}

export interface InspectedFacts {
  pages: PageSize[];
  /** Of its form fields. */
  places: TemplatePlace[];
  /** Of the rewritten file. */
  sha256: string;
  byteSize: number;
}

export type InspectPdfResult = { inspected: InspectedFacts } | { refused: { reason: SentMessage } };

export const callInspectPdf = (event: InspectPdfEvent): Promise<InspectPdfResult | KilledCall> =>
  callIsolated<InspectPdfResult>('inspect-pdf', event);
