import { notFound } from '../../platform/errors.ts';
import { SETTINGS_SECTIONS, type SettingsSection } from './settings-fields.ts';

/** The section in a path; default: the company. Throws 404 for any other. */
export const sectionNamed = (name = 'company'): SettingsSection => {
  const section = SETTINGS_SECTIONS.find((each) => each === name);
  if (!section) throw notFound('path');
  return section;
};
