const literal = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

/**
 * Finds a sentence in which `{}` is a placeholder, and the values of its placeholders. A part is as short as the sentence
 * allows, or as long where the words between parts may stand in one.
 */
export const sentencePattern = (sentence: string, parts: 'short' | 'long' = 'short'): RegExp =>
  new RegExp(
    `^${sentence
      .split('{}')
      .map(literal)
      .join(parts === 'long' ? '(.+)' : '(.+?)')}$`,
  );
