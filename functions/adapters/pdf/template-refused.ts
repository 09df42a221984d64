import { templates, type PdfContent } from '../../platform/messages/templates.ts';
import type { Message } from '../../platform/messages/message.ts';
/** A file that is not a valid template, with the reason. The message is for its sender. */
export class TemplateRefused extends Error {
  readonly reason: Message;
  constructor(reason: Message, options?: ErrorOptions) {
    super(reason.english, options);
    this.name = 'TemplateRefused';
    this.reason = reason;
  }
}

/** The refusal of a PDF with content that templates must not have, for example "scripts". */
export const forbiddenContent = (what: PdfContent): TemplateRefused =>
  new TemplateRefused(templates('pdf_content', { what }));

/** The refusal of a PDF that cannot be read. `cause` is the reader's error. */
export const damagedTemplate = (cause?: unknown): TemplateRefused =>
  new TemplateRefused(templates('pdf_damaged'), { cause });
