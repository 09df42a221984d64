/** The barcode reader in its npm packages: a script and its WebAssembly module. */
export const READER_SCRIPT = 'barcode-detector/dist/iife/ponyfill.js';
export const READER_MODULE = 'zxing-wasm/dist/reader/zxing_reader.wasm';

/**
 * Version of `barcode-detector`, which determines the version of its module. It is part of the URLs, so that the files
 * can be cached forever.
 */
export const READER_VERSION = '3.2.0';
export const READER_SCRIPT_PATH = `/desk/-/reader-${READER_VERSION}.js`;
export const READER_MODULE_PATH = `/desk/-/reader-${READER_VERSION}.wasm`;
