import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { READER_VERSION } from '../../../functions/desk/asset-list.ts';
import { readerModule, readerScript } from '../../../functions/desk/camera-assets.ts';

it('the code reader is named after the installed version, and all its files exist', () => {
  const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as {
    dependencies: Record<string, string>;
  };
  expect(READER_VERSION).toBe(dependencies['barcode-detector']);
  expect(readerScript().toString()).toContain('BarcodeDetectionAPI');
  expect(readerModule().subarray(0, 4).toString('latin1')).toBe('\0asm');
});
