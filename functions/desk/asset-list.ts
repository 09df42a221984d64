/** Where the code reader lies within its packages: a script, and the WebAssembly module that it loads. */
export const READER_SCRIPT = 'barcode-detector/dist/iife/ponyfill.js';
export const READER_MODULE = 'zxing-wasm/dist/reader/zxing_reader.wasm';

/** Version of `barcode-detector`, which decides that of its module, too. Addresses name it, so they can be kept for ever. */
export const READER_VERSION = '3.2.0';
export const READER_SCRIPT_PATH = `/desk/-/reader-${READER_VERSION}.js`;
export const READER_MODULE_PATH = `/desk/-/reader-${READER_VERSION}.wasm`;
