import sanitizeHtml from 'sanitize-html';

/** Markup that is safe on a shop page: no scripts, styles, forms or frames of other sites. */
const ALLOWED: sanitizeHtml.IOptions = {
  allowedTags: (
    'p br hr div span blockquote h1 h2 h3 h4 h5 h6 ul ol li dl dt dd a b strong i em u s small sub sup code ' +
    'img figure figcaption table caption thead tbody tfoot tr th td'
  ).split(' '),
  allowedAttributes: {
    a: ['href', 'title', 'rel', 'target'],
    img: ['src', 'alt', 'title', 'width', 'height'],
    th: ['colspan', 'rowspan', 'scope'],
    td: ['colspan', 'rowspan'],
    '*': ['lang', 'dir'],
  },
  allowedSchemes: ['https', 'http', 'mailto', 'tel'],
  transformTags: {
    a: sanitizeHtml.simpleTransform('a', { rel: 'noopener noreferrer' }),
    // Without an `alt` text, screen readers would read the URL of the picture.
    img: (tagName, attribs) => ({ tagName, attribs: { ...attribs, alt: attribs['alt'] ?? '' } }),
  },
};

export const cleanHtml = (html: string): string => sanitizeHtml(html, ALLOWED);

type WithHtml = { description?: string | undefined; formalities?: string | undefined };

/** The record with its HTML members sanitized. */
export const withCleanHtml = <T extends WithHtml>(record: T): T => ({
  ...record,
  ...(record.description === undefined ? {} : { description: cleanHtml(record.description) }),
  ...(record.formalities === undefined ? {} : { formalities: cleanHtml(record.formalities) }),
});
