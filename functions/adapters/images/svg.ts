import { pictures } from '../../platform/messages/pictures.ts';
import { SaxesParser, type SaxesTagNS } from 'saxes';
import { brokenPicture, PictureRefused } from './refusal.ts';
import { ATTRIBUTES, ELEMENTS, REFUSED_ELEMENTS, TRANSPARENT_ELEMENTS } from './svg-parts.ts';

const SVG = 'http://www.w3.org/2000/svg';
const XLINK = 'http://www.w3.org/1999/xlink';

const MAX_ELEMENTS = 20_000;
const MAX_DEPTH = 100;

const escapedText = (text: string): string =>
  text.replace(/[&<>]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[sign] ?? sign);
const escapedValue = (text: string): string =>
  escapedText(text).replace(/["\n\t\r]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/**
 * Whether the URL in `url(…)` is only a reference within the drawing. The reference itself must not contain quotes,
 * because a string could hide the end of the URL.
 */
const isReference = (target: string): boolean => /^\s*(['"]?)#[^\s"'();]+\1\s*$/.test(target);

/**
 * Removes imports and external URLs from style rules and keeps references within the drawing. Throws `PictureRefused`
 * for escapes, which could hide any content.
 */
const cleanStyle = (css: string): string => {
  if (css.includes('\\')) throw new PictureRefused('content', pictures('drawing_escapes'));
  return (
    css
      .replace(/\/\*[^]*?\*\//g, ' ')
      .replace(/@(import|namespace|charset)[^;]*(;|$)/gi, ' ')
      .replace(/@font-face[^;{]*(;|\{[^}]*\}|$)/gi, ' ')
      // A string could hide the end of such a rule, so at least its name is removed. A rule without a name has no
      // effect.
      .replace(/@(import|font-face|namespace|charset)/gi, ' ')
      .replace(/url\(([^)]*)\)?/gi, (address, target: string) => (isReference(target) ? address : 'none'))
      .replace(/(image-set|cross-fade|image|src|expression|behavior|-moz-binding)\s*[(:][^;)]*/gi, ' ')
  );
};

/** Returns a safe attribute value, or undefined. */
const cleanValue = (name: string, value: string): string | undefined => {
  if (name === 'href') return /^#[\w.:-]+$/.test(value) ? value : undefined;
  if (name === 'style') return cleanStyle(value);
  if (/url\s*\(/i.test(value))
    return /^url\(\s*['"]?#[\w.:-]+['"]?\s*\)[\w\s#,.()%-]*$/i.test(value) ? value : undefined;
  return /javascript:|data:|\\|(image-set|cross-fade|image|src)\s*\(/i.test(value) ? undefined : value;
};

/** Writes the known parts of a drawing while it is parsed. */
class Rewriter {
  #written = '';
  /** Nesting depth within a dropped element; 0 outside. */
  #left = 0;
  #elements = 0;
  readonly #open: string[] = [];
  /**
   * Text of the open style element. It is cleaned as a whole, because browsers read it as a single string, even with
   * other nodes in between.
   */
  #style: string | undefined;

  enter({ local, uri, attributes }: SaxesTagNS): void {
    if (++this.#elements > MAX_ELEMENTS || this.#open.length + this.#left > MAX_DEPTH) {
      throw new PictureRefused('content', pictures('drawing_too_many_parts'));
    }
    if (this.#elements === 1 && (local !== 'svg' || uri !== SVG)) throw brokenPicture('it is no SVG drawing');
    if (this.#left > 0) {
      this.#left++;
      return;
    }
    if (uri === SVG && REFUSED_ELEMENTS.has(local)) {
      throw new PictureRefused('content', pictures('drawing_element', { element: local }));
    }
    if (uri !== SVG || !(ELEMENTS.has(local) || TRANSPARENT_ELEMENTS.has(local))) {
      this.#left = 1;
      return;
    }
    if (this.#style !== undefined) {
      // An element within a style has no meaning, so it is dropped with its text.
      this.#left = 1;
      return;
    }
    this.#open.push(TRANSPARENT_ELEMENTS.has(local) ? 'g' : local);
    if (local === 'style') this.#style = '';
    this.#written += `<${this.#open.at(-1)}${this.#open.length === 1 ? ` xmlns="${SVG}"` : ''}`;
    for (const attribute of Object.values(attributes)) {
      const name = attribute.uri === '' || attribute.uri === XLINK ? attribute.local : '';
      if (!ATTRIBUTES.has(name) || attribute.prefix === 'xmlns') continue;
      const value = cleanValue(name, attribute.value.trim());
      if (value !== undefined) this.#written += ` ${name}="${escapedValue(value)}"`;
    }
    this.#written += '>';
  }

  leave(): void {
    if (this.#left > 0) {
      this.#left--;
      return;
    }
    if (this.#style !== undefined) this.#written += escapedText(cleanStyle(this.#style));
    this.#style = undefined;
    this.#written += `</${this.#open.pop()}>`;
  }

  text(text: string): void {
    if (this.#left > 0 || this.#open.length === 0) return;
    if (this.#style === undefined) this.#written += escapedText(text);
    else this.#style += text;
  }

  get written(): string {
    return this.#written;
  }
}

/**
 * Returns the drawing with known elements and attributes only: without scripts, imports, links or external references.
 * Throws `PictureRefused` if that is not possible.
 */
export const rewriteSvg = (source: string): string => {
  const rewriter = new Rewriter();
  const parser = new SaxesParser({ xmlns: true });
  parser.on('error', (error) => {
    throw brokenPicture(`it is not well-formed (${error.message.slice(0, 80)})`);
  });
  parser.on('doctype', (doctype) => {
    if (doctype.includes('[')) throw new PictureRefused('content', pictures('drawing_entities'));
  });
  parser.on('opentag', (tag) => rewriter.enter(tag));
  parser.on('closetag', () => rewriter.leave());
  parser.on('text', (text) => rewriter.text(text));
  parser.on('cdata', (text) => rewriter.text(text));
  parser.write(source).close();
  if (rewriter.written === '') throw brokenPicture('it is no SVG drawing');
  return rewriter.written;
};
