import { jsonPath } from '../functions/domain/administration/operator-data/faults.ts';

/** An object or a list that contains the current position of the text. */
interface Container {
  /** Names that the object had so far; undefined for a list. */
  names: Set<string> | undefined;
  /** Name or index of the current member. */
  step: string | number;
  expectsName: boolean;
}

/**
 * JSON paths of the members that an object of a valid JSON text has twice. `JSON.parse` keeps the last one only, without
 * an error.
 */
export const repeatedMembers = (text: string): string[] => {
  const paths: string[] = [];
  const containers: Container[] = [];
  for (let at = 0; at < text.length; at++) {
    const inside = containers.at(-1);
    switch (text[at]) {
      case '{':
        containers.push({ names: new Set(), step: '', expectsName: true });
        break;
      case '[':
        containers.push({ names: undefined, step: 0, expectsName: false });
        break;
      case '}':
      case ']':
        containers.pop();
        break;
      case ',':
        if (inside) startNext(inside);
        break;
      case '"': {
        const end = endOfString(text, at);
        if (inside?.names && inside.expectsName) {
          inside.step = JSON.parse(text.slice(at, end + 1)) as string;
          inside.expectsName = false;
          if (inside.names.has(inside.step)) paths.push(jsonPath(containers.map(({ step }) => step)));
          inside.names.add(inside.step);
        }
        at = end;
        break;
      }
      default:
    }
  }
  return paths;
};

const startNext = (container: Container): void => {
  if (typeof container.step === 'number') container.step++;
  else container.expectsName = true;
};

/** Position of the quote that ends the string. A quote after an odd number of backslashes is part of the string. */
const endOfString = (text: string, start: number): number => {
  let end = text.indexOf('"', start + 1);
  while (end !== -1 && isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end === -1 ? text.length : end;
};

const isEscaped = (text: string, at: number): boolean => {
  let first = at;
  while (text[first - 1] === '\\') first--;
  return (at - first) % 2 === 1;
};
