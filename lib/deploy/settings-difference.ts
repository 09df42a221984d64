import type { SettingTexts } from './settings-record.ts';

/** One line for each setting that a deployment adds (`+`), changes (`~`) or removes (`-`), by name. */
export const settingsDifference = (deployed: SettingTexts, next: SettingTexts): string[] =>
  [...new Set([...Object.keys(deployed), ...Object.keys(next)])].toSorted().flatMap((name) => {
    const [before, after] = [deployed[name], next[name]];
    if (before === after) return [];
    if (before === undefined) return [`+ ${name}: ${after}`];
    return [after === undefined ? `- ${name}: ${before}` : `~ ${name}: ${before} -> ${after}`];
  });

/**
 * Why these settings may not be deployed; undefined when they may. Each setting that is removed must be in `removed`.
 */
export const removalFault = (
  deployed: SettingTexts,
  next: SettingTexts,
  removed: readonly string[],
  file: string,
): string | undefined => {
  const stillPresent = removed.find((name) => Object.hasOwn(next, name));
  if (stillPresent !== undefined)
    return `--remove ${stillPresent}: ${file} still has ${stillPresent}. Delete it there first.`;
  const missing = Object.keys(deployed).filter((name) => !Object.hasOwn(next, name) && !removed.includes(name));
  if (missing.length === 0) return undefined;
  const options = missing.map((name) => `--remove ${name}`).join(' ');
  return `${file} lacks ${missing.join(', ')}, which the environment has. Put it back, or remove it with ${options}.`;
};
