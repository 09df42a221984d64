import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { parseArgs } from 'node:util';
import { parseJsonFile } from '../operator-file.ts';
import { OpsError, type Command } from './command.ts';
import { openApi, partnerOptions, PARTNER_USAGE, type PartnerApi } from './partner.ts';

interface Template {
  id: string;
  name: string;
  status: string;
  product_type: string | null;
  version: number;
}

const options = {
  ...partnerOptions,
  company: { type: 'string' },
  name: { type: 'string' },
  type: { type: 'string' },
  layout: { type: 'string' },
  out: { type: 'string' },
  activate: { type: 'boolean', default: false },
} as const;

type Values = ReturnType<typeof parseArguments>['values'];

const parseArguments = (args: string[]) => parseArgs({ args, options, allowPositionals: true });

/** Reads the arguments of a command that takes `count` positional ones. */
const openCommand = async (
  args: string[],
  command: Command,
  count: number,
): Promise<{ values: Values; positionals: string[]; api: PartnerApi; at: (path: string) => string }> => {
  const { values, positionals } = parseArguments(args);
  if (positionals.length !== count) throw new OpsError(`Usage: npm run ops -- ${command.name} ${command.usage}`);
  const query = values.company === undefined ? '' : `?company=${encodeURIComponent(values.company)}`;
  return { values, positionals, api: await openApi(values), at: (path) => `/v2/pdf-templates${path}${query}` };
};

const line = ({ id, name, status, product_type: type, version }: Template): string =>
  `${id}  ${status.padEnd(8)} ${(type ?? 'all').padEnd(18)} v${version}  ${name}`;
const print = (text: string): void => void process.stdout.write(`${text}\n`);

export const templatesList: Command = {
  name: 'templates list',
  usage: `[--company SLUG] ${PARTNER_USAGE}`,
  summary: 'List the PDF templates of a company',
  run: async (args) => {
    const { api, at } = await openCommand(args, templatesList, 0);
    for (const template of await api.list<Template>(at(''))) print(line(template));
  },
};

const layoutIn = async (file: string): Promise<unknown> => {
  try {
    return await parseJsonFile(file);
  } catch (error) {
    throw new OpsError(`${file} cannot be read as JSON (${(error as Error).message}).`);
  }
};

export const templatesPut: Command = {
  name: 'templates put',
  usage: `FILE.pdf [--name NAME] [--type PRODUCT_TYPE] [--layout FILE.json] [--activate] [--company SLUG] ${PARTNER_USAGE}`,
  summary: 'Upload a PDF as a template',
  run: async (args) => {
    const { values, positionals, api, at } = await openCommand(args, templatesPut, 1);
    const [file = ''] = positionals;
    const bytes = await readFile(file).catch(() => {
      throw new OpsError(`${file} cannot be read.`);
    });
    const layout = values.layout === undefined ? undefined : await layoutIn(values.layout);
    const slot = await api.call<{ id: string; upload: { url: string; headers: Record<string, string> } }>(
      'POST',
      at('/upload-intents'),
      {
        sha256: createHash('sha256').update(bytes).digest('hex'),
        byte_size: bytes.byteLength,
        mime: 'application/pdf',
      },
    );
    const put = await fetch(slot.upload.url, {
      method: 'PUT',
      headers: slot.upload.headers,
      body: new Uint8Array(bytes),
    });
    if (!put.ok) throw new OpsError(`The upload returned ${put.status}: ${await put.text()}`);
    const template = await api.call<Template>('POST', at(`/upload-intents/${slot.id}/finalize`), {
      name: values.name ?? basename(file, '.pdf'),
      ...(values.type === undefined ? {} : { product_type: values.type }),
      ...(layout === undefined ? {} : { layout }),
    });
    const shown = values.activate ? await api.call<Template>('POST', at(`/${template.id}/activate`)) : template;
    print(line(shown));
  },
};

export const templatesActivate: Command = {
  name: 'templates activate',
  usage: `ID [--company SLUG] ${PARTNER_USAGE}`,
  summary: 'Activate a template: cards of its product type that are issued from now on use it',
  run: async (args) => {
    const { positionals, api, at } = await openCommand(args, templatesActivate, 1);
    print(line(await api.call<Template>('POST', at(`/${positionals[0]}/activate`))));
  },
};

export const templatesRevert: Command = {
  name: 'templates revert',
  usage: `[--type PRODUCT_TYPE] [--company SLUG] ${PARTNER_USAGE}`,
  summary: 'Activate the previous template',
  run: async (args) => {
    const { values, api, at } = await openCommand(args, templatesRevert, 0);
    const body = values.type === undefined ? {} : { product_type: values.type };
    print(line(await api.call<Template>('POST', at('/revert'), body)));
  },
};

export const templatesPreview: Command = {
  name: 'templates preview',
  usage: `ID --out FILE.pdf [--type PRODUCT_TYPE] [--company SLUG] ${PARTNER_USAGE}`,
  summary: 'Save a preview of a template with sample data',
  run: async (args) => {
    const { values, positionals, api, at } = await openCommand(args, templatesPreview, 1);
    const body = values.type === undefined ? {} : { product_type: values.type };
    const bytes = await api.read('POST', at(`/${positionals[0]}/preview`), body);
    const out = values.out ?? 'preview.pdf';
    await writeFile(out, bytes);
    print(`${out}: ${bytes.byteLength} bytes`);
  },
};
