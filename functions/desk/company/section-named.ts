import { notFound } from '../../platform/errors.ts';
import { SETTINGS_SECTIONS, type SettingsSection } from './settings-fields.ts';

/** The section in a path; without one, `company`. Throws 404 for an unknown section. */
export const sectionNamed = (name = 'company'): SettingsSection => {
  const section = SETTINGS_SECTIONS.find((each) => each === name);
  if (!section) throw notFound('path');
  return section;
};
