/** How esbuild begins the two helpers that hold a module back until it is asked for, in minified CommonJS output. */
const LATE_MODULE = /\bvar ([\w$]+)=\(\w+,\w+,\w+\)=>\(\)=>\{if\(\w+\)throw \w+\[0\]/;
const LATE_COMMONJS = /\bvar ([\w$]+)=\(\w+,\w+\)=>\(\)=>\{try\{return \w+\|\|\w+\(\(\w+=\{exports:\{\}\}\)\.exports/;

const escaped = (name: string): string => name.replaceAll('$', String.raw`\$`);

/**
 * Makes functions of the arrows that esbuild wraps modules in which are loaded late, so that V8 skims a module until it
 * is loaded (lib/decisions/bundles.md). Such a wrapper has nothing of its surroundings in it that an arrow would mean otherwise.
 */
export const leanWrappers = (code: string): string => {
  const helpers = [LATE_MODULE, LATE_COMMONJS].flatMap((pattern) => pattern.exec(code)?.[1] ?? []);
  if (helpers.length === 0) return code;
  const wrapper = new RegExp(
    String.raw`(?<=[;\n}]var (?:[\w$]+,)*[\w$]+=(?:${helpers.map(escaped).join('|')})\()(\([\w$,]*\))=>\{`,
    'g',
  );
  return code.replace(wrapper, 'function$1{');
};
