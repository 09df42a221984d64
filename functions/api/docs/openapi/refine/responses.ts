import type { Node, Refinable } from './tree.ts';
import { isObject } from '../../../../platform/is-object.ts';

type Responses = Record<string, Node>;

const pascal = (text: string): string =>
  text
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');

const codesIn = (response: Node): string[] => {
  const content = response['content'] as Record<string, { examples?: Node }> | undefined;
  return Object.keys(content?.['application/json']?.examples ?? {});
};

/**
 * Creates a component for each distinct error response, so that operations share it. It is named after its codes or, if
 * there are more than two or the name is taken, after its first operation. Examples of each code become components as
 * well.
 */
export const shareResponses = (document: Refinable): void => {
  const responses: Responses = {};
  const examples: Record<string, unknown> = {};
  const names = new Map<string, string>();
  for (const methods of Object.values(document.paths ?? {})) {
    for (const operation of Object.values(methods)) {
      const operationResponses = (operation['responses'] ?? {}) as Responses;
      for (const [status, response] of Object.entries(operationResponses)) {
        if (Number(status) < 400 || !isObject(response) || codesIn(response).length === 0) continue;
        const text = JSON.stringify(response);
        const name = names.get(text) ?? nameOf(status, response, String(operation['operationId']), responses);
        names.set(text, name);
        responses[name] ??= withSharedExamples(response, status, examples);
        operationResponses[status] = { $ref: `#/components/responses/${name}` };
      }
    }
  }
  document.components = { ...document.components, responses, examples };
};

const nameOf = (status: string, response: Node, operation: string, taken: Responses): string => {
  const codes = codesIn(response);
  // Generators name the types of an operation by its id and status, so the name of this component must differ from
  // those.
  const ofOperation = `RefusedBy${pascal(operation)}${status}`;
  const name = codes.length <= 2 ? `${codes.map(pascal).join('Or')}${status}` : ofOperation;
  return name in taken ? ofOperation : name;
};

const withSharedExamples = (response: Node, status: string, shared: Record<string, unknown>): Node => {
  const content = response['content'] as Record<string, Node & { examples: Record<string, unknown> }>;
  const json = content['application/json'];
  if (!json) return response;
  const examples = Object.fromEntries(
    Object.entries(json.examples).map(([code, example]) => {
      const name = `${code}_${status}`;
      shared[name] ??= example;
      return [code, { $ref: `#/components/examples/${name}` }];
    }),
  );
  return { ...response, content: { 'application/json': { ...json, examples } } };
};
