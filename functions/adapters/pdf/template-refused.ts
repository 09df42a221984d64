/** A file that is not a valid template, with the reason. The message is for its sender. */
export class TemplateRefused extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'TemplateRefused';
  }
}

/** The refusal of a PDF with content that templates must not have, for example "scripts". */
export const refuseContent = (what: string): TemplateRefused =>
  new TemplateRefused(`The PDF holds ${what}, which are not taken. Save it without and try again.`);

/** The refusal of a PDF that cannot be read. `cause` is the reader's error. */
export const damaged = (cause?: unknown): TemplateRefused =>
  new TemplateRefused('The PDF cannot be read: it is damaged. Save it again and retry.', { cause });
