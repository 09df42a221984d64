import { readFile } from 'node:fs/promises';
import { dirname, extname, resolve } from 'node:path';
import { isObject } from '../functions/platform/is-object.ts';
import { repeatedMembers } from './repeated-members.ts';

/** Media types of files that an operator data file may refer to, by extension. */
const TYPES: Record<string, string> = {
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.webp': 'image/webp',
  '.svg': 'image/svg+xml',
  '.pdf': 'application/pdf',
};

type Json = Record<string, unknown>;

/**
 * Parses a JSON file. A file in another encoding than UTF-8 is rejected, because its replacement characters would be
 * printed on cards. A member that an object has twice is rejected, because only the last one would be used. Throws
 * `SyntaxError`, and the errors thrown by `readFile`.
 */
export const parseJsonFile = async (file: string): Promise<unknown> => {
  const text = utf8Text(await readFile(file));
  const json = JSON.parse(text) as unknown;
  const repeated = repeatedMembers(text);
  if (repeated.length > 0) throw new SyntaxError(`it has two of each of these members: ${repeated.join(', ')}`);
  return json;
};

const utf8Text = (bytes: Uint8Array): string => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new SyntaxError('some of its bytes are not UTF-8');
  }
};

/** Operator data in a file, with the bytes of the files that it refers to. Throws the errors of `parseJsonFile`. */
export const readOperatorFile = async (file: string): Promise<unknown> => {
  const json = await parseJsonFile(file);
  const companies = isObject(json) && Array.isArray(json['companies']) ? json['companies'] : [];
  for (const company of companies.filter(isObject)) {
    const brand = company['brand'];
    if (isObject(brand) && isObject(brand['assets'])) await inlineFiles(brand['assets'], dirname(file));
    const templates = Array.isArray(company['pdf_templates']) ? company['pdf_templates'] : [];
    for (const template of templates.filter(isObject)) await inlineFiles(template, dirname(file), ['file']);
  }
  return json;
};

/** Replaces file names with the bytes of the files. The check reports missing files. */
const inlineFiles = async (members: Json, folder: string, only = Object.keys(members)): Promise<void> => {
  for (const [name, value] of Object.entries(members)) {
    if (!only.includes(name) || typeof value !== 'string' || value.startsWith('data:')) continue;
    const type = TYPES[extname(value).toLowerCase()];
    const bytes = type && (await readFile(resolve(folder, value)).catch(() => undefined));
    if (bytes) members[name] = `data:${type};base64,${bytes.toString('base64')}`;
  }
};
