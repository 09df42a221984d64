import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

const FILES = 3;

/** Writes rows like a DynamoDB table export: gzipped lines in several files, and the two manifests. */
export const writeExport = (folder: string, rows: readonly object[]): void => {
  mkdirSync(join(folder, 'data'), { recursive: true });
  const files = Array.from({ length: FILES }, (_, file) => rows.filter((_row, index) => index % FILES === file));
  const manifest = files.map((part, index) => {
    const bytes = gzipSync(part.map((Item) => `${JSON.stringify({ Item })}\n`).join(''));
    const name = `part-${index}.json.gz`;
    writeFileSync(join(folder, 'data', name), bytes);
    const md5Checksum = createHash('md5').update(bytes).digest('base64');
    return { itemCount: part.length, md5Checksum, etag: 'x', dataFileS3Key: `AWSDynamoDB/01-a/data/${name}` };
  });
  writeFileSync(join(folder, 'manifest-files.json'), manifest.map((file) => `${JSON.stringify(file)}\n`).join(''));
  const summary = { version: '2023-08-01', exportType: 'FULL_EXPORT', outputFormat: 'DYNAMODB_JSON' };
  writeFileSync(join(folder, 'manifest-summary.json'), JSON.stringify({ ...summary, itemCount: rows.length }));
};
