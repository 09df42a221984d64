const literal = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

/**
 * Finds a sentence in which `{}` stands for what differs from time to time, and its parts. A part is as short as the sentence
 * allows, or as long where the words between parts may stand in one.
 */
export const sentencePattern = (sentence: string, parts: 'short' | 'long' = 'short'): RegExp =>
  new RegExp(
    `^${sentence
      .split('{}')
      .map(literal)
      .join(parts === 'long' ? '(.+)' : '(.+?)')}$`,
  );
