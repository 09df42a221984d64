import { sectionsOf } from './sections.ts';

const STYLE = `
:root { color-scheme: light dark; --ink: #1b1f24; --soft: #57606a; --line: #d0d7de; --ground: #fff; --panel: #f6f8fa; --link: #0550ae; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6edf3; --soft: #9da7b3; --line: #3d444d; --ground: #0d1117; --panel: #161b22; --link: #79c0ff; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--ink); font: 16px/1.6 system-ui, sans-serif; }
header, main { max-width: 60rem; margin: 0 auto; padding: 1rem 1.25rem; }
h2 { margin-top: 3rem; border-top: 1px solid var(--line); padding-top: 1.5rem; }
a { color: var(--link); } a:focus-visible, pre:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; }
nav ul { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; list-style: none; padding: 0; }
pre { background: var(--panel); border: 1px solid var(--line); border-radius: 6px; padding: 1rem; overflow-x: auto; font-size: .85rem; line-height: 1.5; }
code { font-family: ui-monospace, monospace; font-size: .92em; overflow-wrap: anywhere; } pre code, td code { overflow-wrap: normal; }
.wide { overflow-x: auto; } .wide:focus-visible { outline: 3px solid var(--link); } table { border-collapse: collapse; width: 100%; } th, td { border-bottom: 1px solid var(--line); padding: .45rem .6rem; text-align: left; vertical-align: top; }
tbody th { font-weight: 600; } small { color: var(--soft); }
svg { width: 100%; min-width: 840px; height: auto; margin: 1rem 0; } svg rect { fill: var(--panel); stroke: var(--soft); } svg text { fill: var(--ink); text-anchor: middle; font-size: 13px; } svg polyline { fill: none; stroke: var(--soft); stroke-width: 1.5; } svg marker path { fill: var(--soft); }
@media (max-width: 599px) {
.stacked, .stacked tbody, .stacked tr, .stacked th, .stacked td { display: block; }
.stacked thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
.stacked tr { border-bottom: 1px solid var(--line); padding: .75rem 0; } .stacked th, .stacked td { border: 0; padding: .1rem 0; }
.stacked td::before { display: block; color: var(--soft); font-size: .85rem; content: attr(data-column); }
}
`;

/** The guide as one page that needs no JavaScript. */
export const guidePage = (url: string): string => {
  const sections = sectionsOf(url);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Guide to the Gift Commerce API</title>
<link rel="icon" href="data:,">
<style>${STYLE}</style>
</head>
<body>
<header>
<h1>Guide to the Gift Commerce API</h1>
<nav aria-label="Contents"><ul>
<li><a href="/docs">Reference</a></li><li><a href="/openapi.json">OpenAPI</a></li>
${sections.map(({ id, title }) => `<li><a href="#${id}">${title}</a></li>`).join('')}
</ul></nav>
</header>
<main>
${sections.map(({ id, title, html }) => `<section aria-labelledby="${id}"><h2 id="${id}">${title}</h2>${html}</section>`).join('\n')}
</main>
</body>
</html>
`;
};
