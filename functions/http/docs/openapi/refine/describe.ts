import { COMMERCE } from '../glossary/commerce.ts';
import { ITEMS } from '../glossary/items.ts';
import { MANAGEMENT } from '../glossary/management.ts';
import { isNode, visit, type Node } from './tree.ts';

export const GLOSSARY: Readonly<Record<string, string>> = { ...MANAGEMENT, ...ITEMS, ...COMMERCE };

/** Gives every member of a schema a description: its own, or what its name means. */
export const describeMembers = (name: string, schema: unknown): void =>
  visit(schema, (node) => {
    if (!isNode(node['properties'])) return;
    for (const [member, value] of Object.entries(node['properties'] as Record<string, Node>)) {
      if (!isNode(value) || typeof value['description'] === 'string') continue;
      const words = GLOSSARY[`${name}.${member}`] ?? GLOSSARY[member];
      if (words) value['description'] = words;
    }
  });

/** Answers may gain members at any time (see Versioning): who reads them must not refuse what is new. */
export const openUp = (schema: unknown): void =>
  visit(schema, (node) => {
    if (node['additionalProperties'] === false) node['additionalProperties'] = true;
  });
