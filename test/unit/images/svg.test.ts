import { describe, expect, it } from 'vitest';
import { rewriteSvg } from '../../../functions/adapters/images/svg.ts';

const drawing = (style: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><style>${style}</style><path class="a" d="M0 0h9"/></svg>`;

/** Content that a browser loads: an import, or a URL outside the drawing. */
const OUTSIDE = /@import|@font-face|evil|https?:\/\/(?!www\.w3\.org\/2000\/svg)/i;

describe('a style refers to nothing outside the drawing', () => {
  it.each([
    ['whole', '@import url(https://evil.example/a.css);'],
    ['split by CDATA', '@imp<![CDATA[ort "https://evil.example/a.css";]]>'],
    ['split by two CDATA', '.a{fill:ur<![CDATA[l(htt]]><![CDATA[ps://evil.example/a)]]>}'],
    ['split by a comment', '@im<!-- x -->port "https://evil.example/a.css";'],
    ['split by a processing instruction', '.a{fill:url(ht<?x y?>tps://evil.example/a)}'],
    ['split by an element', '@imp<g/>ort "https://evil.example/a.css";'],
    ['split by an element that is removed', '.a{fill:u<script>x</script>rl(https://evil.example/a)}'],
    ['split by a link', '.a{fill:u<a>x</a>rl(//evil.example/a)}'],
    ['split by a style', '@im<style>x</style>port "https://evil.example/a.css";'],
    ['a CSS comment over two parts', '/*<!-- -->*/@imp<!-- -->ort/**/"https://evil.example/a.css"'],
    ['an entity', '&#64;import "https://evil.example/a.css";'],
    ['an import with a brace in its string', '@import "https://evil.example/{a";'],
    ['a font', '@font-face{font-family:x;s<!-- -->rc:u<!-- -->rl(https://evil.example/a)}'],
    ['a set of pictures', '.a{fill:image-<![CDATA[set("https://evil.example/a" 1x)]]>}'],
    ['an address without url', '.a{fill:src("https://evil.example/a")}'],
    ['a string that ends like a reference', '.a{font-family:"url(#";fill:url(https://evil.example/a)}'],
    ['a string that begins within an address', ".a{fill:url(#'');fill:url(https://evil.example/a)}"],
  ])('%s', (_name, style) => {
    expect(rewriteSvg(drawing(style))).not.toMatch(OUTSIDE);
  });

  it.each([
    `style='font-family:"url(#";fill:url(https://evil.example/a)'`,
    `mask="image-set('https://evil.example/a' 1x)"`,
    `filter="src('https://evil.example/a')"`,
  ])('in the attribute %s', (attribute) => {
    const path = `<path ${attribute}/>`;
    expect(rewriteSvg(`<svg xmlns="http://www.w3.org/2000/svg">${path}</svg>`)).not.toMatch(OUTSIDE);
  });

  it.each(['#g', '"#g"', "'#g'", ' #g ', '#Æble_1'])('a reference within the drawing is kept: url(%s)', (target) => {
    expect(rewriteSvg(drawing(`.a{fill:u<![CDATA[rl(${target})]]>}`))).toContain('fill:url(');
  });

  it('style rules are kept as one text, without the elements between them', () => {
    expect(rewriteSvg(drawing('.a{fill:<!-- x -->red}<g>.b{}</g> .c&gt;d{}'))).toContain(
      '<style>.a{fill:red} .c&gt;d{}</style><path class="a"',
    );
  });
});
