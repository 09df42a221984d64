import { getObject } from '../../../adapters/objects/store.ts';
import type { DocumentInput } from '../../../adapters/pdf/document.ts';
import { renderDocument } from '../../../adapters/pdf/render.ts';
import { renderWithTemplate } from '../../../adapters/pdf/render-template.ts';
import type { PreparedTemplate, TemplatePlace } from '../../../adapters/pdf/template.ts';
import { log } from '../../../platform/log.ts';
import { warmMap } from '../../../platform/warm-state.ts';
import type { CardTemplate } from '../../company/settings/active-templates.ts';

/**
 * Cached template files, by the key of their placements. Stored files never change, so entries never become outdated.
 */
const kept = warmMap<string, PreparedTemplate>();
const KEPT_MAX = 8;

/**
 * Renders a card with the template of its items, or with the default template. If a template fails, uses the default
 * and raises an alarm.
 */
export const renderCard = async (input: DocumentInput, template: CardTemplate | undefined): Promise<Uint8Array> => {
  if (!template) return renderDocument(input);
  try {
    return await renderWithTemplate(await prepareTemplate(template), input);
  } catch (error) {
    log.error('A card could not be rendered with its template; the default was used instead', {
      template: template.id,
      cause: String(error).slice(0, 200),
      alarm: 'template_failed',
    });
    return renderDocument(input);
  }
};

const prepareTemplate = async ({ object, places }: CardTemplate): Promise<PreparedTemplate> => {
  const known = kept.get(places);
  if (known) return known;
  const [file, layout] = await Promise.all([getObject('documents', object), getObject('documents', places)]);
  if (!file || !layout) throw new Error('The files of the template are missing');
  const template = {
    bytes: new Uint8Array(file.bytes),
    places: JSON.parse(layout.bytes.toString()) as readonly TemplatePlace[],
  };
  for (const oldest of kept.keys()) if (kept.size >= KEPT_MAX) kept.delete(oldest);
  kept.set(places, template);
  return template;
};
