const literal = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

/**
 * Finds a sentence in which `{}` is a placeholder, and the values of its placeholders. A value is as short as possible,
 * or as long as possible where it may contain the words between placeholders.
 */
export const sentencePattern = (sentence: string, parts: 'short' | 'long' = 'short'): RegExp =>
  new RegExp(
    `^${sentence
      .split('{}')
      .map(literal)
      .join(parts === 'long' ? '(.+)' : '(.+?)')}$`,
  );
