const hex = (value: number): string => value.toString(16).toUpperCase().padStart(4, '0');

const utf16 = (text: string): string =>
  Array.from({ length: text.length }, (_, at) => hex(text.charCodeAt(at))).join('');

/** Maximum number of entries per section of a map. */
const SECTION_MAX = 100;

/** Maps codes to strings, so that text can be copied and searched. */
export const toUnicodeMap = (codes: ReadonlyMap<number, string>): string => {
  const entries = [...codes].sort(([a], [b]) => a - b);
  const sections: string[] = [];
  for (let at = 0; at < entries.length; at += SECTION_MAX) {
    const lines = entries.slice(at, at + SECTION_MAX).map(([code, text]) => `<${hex(code)}> <${utf16(text)}>`);
    sections.push(`${lines.length} beginbfchar\n${lines.join('\n')}\nendbfchar`);
  }
  return `/CIDInit /ProcSet findresource begin
12 dict begin
begincmap
/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def
/CMapName /Adobe-Identity-UCS def
/CMapType 2 def
1 begincodespacerange
<0000> <FFFF>
endcodespacerange
${sections.join('\n')}
endcmap
CMapName currentdict /CMap defineresource pop
end
end`;
};
