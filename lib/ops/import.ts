import { parseArgs } from 'node:util';
import { Listr } from 'listr2';
import type { ImportResult, OperatorDataError } from '../../functions/domain/administration/operator-data/import.ts';
import { withLocalPictures } from '../local/services/demo-pictures.ts';
import { readOperatorFile } from '../operator-file.ts';
import { OpsError, type Command } from './command.ts';
import { pointAt, targetOptions, TARGET_USAGE } from './target.ts';

/** Importing a file prepares its pictures for print and inspects its templates. */
const BINDINGS = [
  'keys',
  'objects:read',
  'objects:write',
  'function:print-picture',
  'function:rewrite-svg',
  'function:inspect-pdf',
] as const;

interface Work {
  target?: string;
  json?: unknown;
  result?: ImportResult;
}

/** Imports an operator data file. Faults are printed one per line, each with its JSON path. */
export const importFile: Command = {
  name: 'import',
  usage: `FILE [--dry-run] [--schema] ${TARGET_USAGE}`,
  summary:
    'Import an operator data file; --dry-run shows what would change, --schema prints the JSON Schema of the file',
  run: async (args) => {
    const options = {
      ...targetOptions,
      'dry-run': { type: 'boolean', default: false },
      schema: { type: 'boolean' },
    } as const;
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
    if (values.schema) return printSchema();
    const [file, ...more] = positionals;
    if (file === undefined || more.length > 0) throw new OpsError(`Usage: npm run ops -- import ${importFile.usage}`);
    const isDryRun = values['dry-run'];
    const work = await tasks(file, values, isDryRun).run();
    report(work.result, isDryRun);
  },
};

const printSchema = async (): Promise<void> => {
  const { operatorDataJsonSchema } = await import('../../functions/domain/administration/operator-data/json-schema.ts');
  process.stdout.write(`${JSON.stringify(operatorDataJsonSchema(), null, 2)}\n`);
};

const tasks = (file: string, target: { env?: string; url?: string }, isDryRun: boolean) =>
  new Listr<Work>(
    [
      {
        title: `Read ${file}`,
        task: async (work) => {
          work.json = await readJson(file);
        },
      },
      {
        title: 'Find the environment',
        task: async (work, task) => {
          work.target = await pointAt(target, ...BINDINGS);
          if (target.env === undefined) work.json = withLocalPictures(file, work.json, process.env['BASE_URL'] ?? '');
          task.title = `Work on ${work.target}`;
        },
      },
      {
        title: isDryRun ? 'Check' : 'Check and write',
        task: async (work, task) => {
          const started = performance.now();
          const { importOperatorData } = await import('../../functions/domain/administration/operator-data/import.ts');
          work.result = await faultsAsLines(file, () =>
            importOperatorData(
              work.json,
              ({ done, total }) => {
                task.output = `${done} of ${total} rows`;
              },
              { isDryRun },
            ),
          );
          task.title = `${summaryOf(work.result, isDryRun)} in ${((performance.now() - started) / 1000).toFixed(1)} s`;
        },
      },
    ],
    { ctx: {}, rendererOptions: { showErrorMessage: false }, fallbackRendererOptions: {} },
  );

const readJson = async (file: string): Promise<unknown> => {
  try {
    return await readOperatorFile(file);
  } catch (error) {
    if (error instanceof SyntaxError) throw new OpsError(`${file} is not JSON: ${error.message}`);
    throw new OpsError(`${file} cannot be read.`);
  }
};

const faultsAsLines = async (file: string, write: () => Promise<ImportResult>): Promise<ImportResult> => {
  try {
    return await write();
  } catch (error) {
    if (!(error instanceof Error) || !('faults' in error)) throw error;
    throw new OpsError(...faultLines(file, error as OperatorDataError));
  }
};

export const faultLines = (
  file: string,
  { faults, isPartlyWritten }: Pick<OperatorDataError, 'faults' | 'isPartlyWritten'>,
): string[] => [
  ...faults.map(({ path, message }) => `${path}: ${String(message)}`),
  `${file} has ${faults.length === 1 ? 'one fault' : `${faults.length} faults`}. ` +
    (isPartlyWritten ? 'A part of it was written before.' : 'Nothing was written.'),
];

const summaryOf = ({ changes, changed }: ImportResult, isDryRun: boolean): string => {
  if (isDryRun) return changed.length === 0 ? 'Nothing would change' : 'Nothing was written';
  return changes === 0 ? 'Nothing changed' : `Wrote ${changes} ${changes === 1 ? 'row' : 'rows'}`;
};

/** Maximum number of changes printed; the rest is counted. */
const SHOWN = 200;

const report = (result: ImportResult | undefined, isDryRun: boolean): void => {
  const changed = result?.changed ?? [];
  for (const { action, what, members } of changed.slice(0, SHOWN)) {
    const of = members.length > 0 ? `: ${members.join(', ')}` : '';
    process.stdout.write(`${isDryRun ? `would ${action}` : `${action}d`} ${what}${of}\n`);
  }
  if (changed.length > SHOWN) process.stdout.write(`and ${changed.length - SHOWN} more\n`);
  for (const { company, label, key } of result?.mintedKeys ?? []) {
    process.stdout.write(`Created for ${company}, "${label}" (shown only once): ${key}\n`);
  }
};
