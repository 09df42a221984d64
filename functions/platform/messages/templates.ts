import { messagesOf } from './message.ts';

/** Content that a template must not have. */
export type PdfContent =
  | 'actions'
  | 'actions that start programs'
  | 'an XFA form'
  | 'embedded files'
  | 'references to other files'
  | 'rich media'
  | 'scripts';

interface Contrast {
  color: string;
  background: string;
  ratio: number | string;
  minimum: number;
  nearest: string;
}

/** Why changes to brands and card templates are refused. */
export const TEMPLATES = {
  name_malformed: ({ minimum, maximum }: { minimum: number; maximum: number }) =>
    `This must be a name of ${minimum} to ${maximum} characters on one line.`,
  line_too_long: ({ maximum }: { maximum: number }) => `This must have at most ${maximum} characters, on one line.`,
  color_malformed: ({ example }: { example: string }) => `This must be a colour such as ${example}.`,
  contrast_too_low: ({ color, background, ratio, minimum, nearest }: Contrast) =>
    `${color} on ${background} has a contrast of ${ratio}:1 and cannot be read well; at least ${minimum}:1 is needed. ` +
    `The nearest colour that passes is ${nearest}.`,
  template_active: 'This template is active. Activate another one first.',
  template_not_active: 'This template is no longer active.',
  default_template: 'The default template follows from the brand: it can be neither changed nor deleted.',
  nothing_to_revert: 'No other template was active before this one.',
  code_place_missing: 'There is no place for the code, without which the card cannot be used.',
  field_unknown_named: ({ field }: { field: string }) =>
    `There is no field ${field}. GET /v2/pdf-templates/fields lists them.`,
  place_page_missing: ({ field, page }: { field: string; page: number }) =>
    `The place of ${field} is on page ${page}, which is not there.`,
  place_outside_page: ({ field }: { field: string }) => `The place of ${field} is outside its page.`,
  pdf_not_pdf: 'The file is not a PDF: it does not begin as one does.',
  pdf_damaged: 'The PDF cannot be read: it is damaged. Save it again and retry.',
  pdf_encrypted: 'The PDF is encrypted. Save it without a password and without restrictions.',
  pdf_references_circular: 'The cross-references of the PDF lead in circles. Save it again and retry.',
  pdf_filter_unsupported: 'The PDF holds a stream with a filter that is not supported. Save it again and retry.',
  pdf_field_without_rectangle: ({ name }: { name: string }) =>
    `The form field ${name} has no rectangle. Save it again and retry.`,
  pdf_field_without_type: ({ name }: { name: string }) =>
    `The form field ${name} has no type. Save it again and retry.`,
  pdf_fields_circular: 'The form fields of the PDF lead in circles. Save it again and retry.',
  pdf_too_deep: 'The PDF is nested too deeply. Save it again and retry.',
  pdf_stream_too_large: 'The PDF holds a stream that grows beyond all measure when it is unpacked.',
  pdf_too_many_objects: ({ maximum }: { maximum: number }) =>
    `The PDF has more than ${maximum} objects. Simplify it and try again.`,
  pdf_no_page: 'The PDF has no page.',
  pdf_too_many_pages: ({ pages, maximum }: { pages: number; maximum: number }) =>
    `The PDF has ${pages} pages; a template has at most ${maximum}.`,
  pdf_page_turned: 'A page of the PDF is turned. Save it upright and try again.',
  /** `width` and `height` are in points. */
  pdf_page_size: ({ width, height }: { width: number; height: number }) =>
    `A page of the PDF has ${width} by ${height} points; from A7 to A3 are taken.`,
  pdf_content: ({ what }: { what: PdfContent }) =>
    `The PDF holds ${what}, which are not taken. Save it without and try again.`,
  pdf_reading_exceeds: ({ resource }: { resource: 'time' | 'memory' }) =>
    `The PDF takes more ${resource} to read than a template may. Simplify it and try again.`,
};

export const templates = messagesOf(TEMPLATES);
