import { templates, type PdfContent } from '../../platform/messages/templates.ts';
import type { Message } from '../../platform/messages/message.ts';
/** Thrown for a file that is not a valid template. The reason is for the person who sent it. */
export class TemplateRefused extends Error {
  readonly reason: Message;
  constructor(reason: Message, options?: ErrorOptions) {
    super(reason.english, options);
    this.name = 'TemplateRefused';
    this.reason = reason;
  }
}

/** The error for a PDF with content that templates must not have, for example "scripts". */
export const forbiddenContent = (what: PdfContent): TemplateRefused =>
  new TemplateRefused(templates('pdf_content', { what }));

/** The error for a PDF that cannot be read. `cause` is the error from the parser. */
export const damagedTemplate = (cause?: unknown): TemplateRefused =>
  new TemplateRefused(templates('pdf_damaged'), { cause });
