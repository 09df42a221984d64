import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

test.each(['desk/assets/desk.css', 'pages/shop/assets/shop.css'])(
  'marks of %s are also drawn by browsers without alternative text for generated content',
  (path) => {
    const css = readFileSync(new URL(`../../../functions/${path}`, import.meta.url), 'utf8');
    const marks = [...css.matchAll(/^ +content: (\S.*) \/ '';$/gm)];
    expect(marks.length).toBeGreaterThan(0);
    for (const [declaration, mark] of marks) expect(css).toContain(`  content: ${mark};\n${declaration}`);
  },
);
