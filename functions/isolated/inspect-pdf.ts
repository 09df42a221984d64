import { createHash } from 'node:crypto';
import type { InspectPdfResult, InspectPdfEvent } from '../adapters/isolated/inspect-pdf.ts';
import { inspectTemplate } from '../adapters/pdf/inspect.ts';
import { TemplateRefused } from '../adapters/pdf/template-refused.ts';
import { readSource, writeTarget } from './source.ts';

/** Parses an untrusted PDF and uploads its rewritten pages to the URL in the event; it can access nothing else. */
export const handler = async ({ source, target, maxBytes, ignoreForm }: InspectPdfEvent): Promise<InspectPdfResult> => {
  const bytes = await readSource(source, maxBytes);
  try {
    const { bytes: written, pages, places } = await inspectTemplate(bytes, { ignoreForm });
    if (target) await writeTarget(target, written);
    const sha256 = createHash('sha256').update(written).digest('hex');
    return { inspected: { pages, places, sha256, byteSize: written.byteLength } };
  } catch (error) {
    if (error instanceof TemplateRefused) return { refused: { reason: { ...error.reason } } };
    throw error;
  }
};
