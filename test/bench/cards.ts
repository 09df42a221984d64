import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspectTemplate } from '../../functions/adapters/pdf/inspect.ts';
import { renderWithTemplate } from '../../functions/adapters/pdf/render-template.ts';
import { renderDocument } from '../../functions/adapters/pdf/render.ts';
import type { DocumentInput } from '../../functions/adapters/pdf/document.ts';
import { cardIn, FAMILIES, SCRIPTS } from '../support/card-samples.ts';
import { renderPages } from '../support/render-pdf.ts';
import { roundTo, type Section } from './report.ts';

/** Renders every family in every script, with the default and with a template. Saves PDFs and their first pages. */
export const benchCards = async (): Promise<Section> => {
  const folder = join(tmpdir(), 'cards');
  mkdirSync(folder, { recursive: true });
  const template = await inspectTemplate(readFileSync('events/demo-template.pdf'));
  const makers = {
    default: renderDocument,
    template: (input: DocumentInput) => renderWithTemplate(template, input),
  };
  const rows: Section['rows'] = [];
  for (const [look, make] of Object.entries(makers)) {
    for (const family of FAMILIES) {
      for (const script of Object.keys(SCRIPTS)) {
        const startedMs = performance.now();
        const bytes = await make(cardIn(family, script));
        const ms = roundTo(performance.now() - startedMs);
        const name = `${look}-${family}-${script}`;
        writeFileSync(join(folder, `${name}.pdf`), bytes);
        const [page] = await renderPages(bytes);
        if (page) writeFileSync(join(folder, `${name}.png`), page.png);
        rows.push({ card: name, ms, KB: roundTo(bytes.byteLength / 1000) });
      }
    }
  }
  return {
    title: 'Cards',
    note: `Pictures and PDFs are in ${folder}. The first of each script loads its font.`,
    rows,
  };
};
