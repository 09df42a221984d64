import type { SentMessage } from '../../platform/messages/message.ts';
import type { PageSize, TemplatePlace } from '../pdf/template.ts';
import { callIsolated, type KilledCall } from './call.ts';

/** Event of the function `inspect-pdf`. */
export interface InspectPdfEvent {
  source: { url?: string; base64?: string };
  target?: { url: string; headers: Record<string, string> };
  maxBytes: number;
  /** Accepts a missing or broken form, because the layout replaces its fields. */
  ignoreForm: boolean;
}

export interface InspectedFacts {
  pages: PageSize[];
  /** Placements of the fields of the PDF form. */
  places: TemplatePlace[];
  /** Hash of the rewritten file. */
  sha256: string;
  byteSize: number;
}

export type InspectPdfResult = { inspected: InspectedFacts } | { refused: { reason: SentMessage } };

export const callInspectPdf = (event: InspectPdfEvent): Promise<InspectPdfResult | KilledCall> =>
  callIsolated<InspectPdfResult>('inspect-pdf', event);
