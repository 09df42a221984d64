import { readAsset } from '../../platform/assets.ts';
import { lazy } from '../../platform/lazy.ts';
import { SUBSETTER } from './asset-list.ts';

/** Exports of the compiled subsetter. Pointers and flags are numbers. */
interface Subsetter {
  memory: { buffer: ArrayBuffer };
  _initialize: () => void;
  malloc: (bytes: number) => number;
  free: (pointer: number) => void;
  hb_blob_create: (data: number, length: number, mode: number, user: number, destroy: number) => number;
  hb_blob_destroy: (blob: number) => void;
  hb_blob_get_data: (blob: number, length: number) => number;
  hb_blob_get_length: (blob: number) => number;
  hb_face_create: (blob: number, index: number) => number;
  hb_face_destroy: (face: number) => void;
  hb_face_reference_blob: (face: number) => number;
  hb_set_add: (set: number, value: number) => void;
  hb_subset_input_create_or_fail: () => number;
  hb_subset_input_destroy: (input: number) => void;
  hb_subset_input_glyph_set: (input: number) => number;
  hb_subset_input_set: (input: number, which: number) => number;
  hb_subset_input_set_flags: (input: number, flags: number) => void;
  hb_subset_or_fail: (face: number, input: number) => number;
}

/** Node has `WebAssembly`, but the TypeScript library without DOM does not declare its functions. */
const runtime = globalThis as unknown as {
  WebAssembly: { instantiate: (bytes: Uint8Array) => Promise<{ instance: { exports: Subsetter } }> };
};

const started = lazy(async () => {
  const { instance } = await runtime.WebAssembly.instantiate(new Uint8Array(readAsset(SUBSETTER)));
  instance.exports._initialize();
  return instance.exports;
});

const NO_HINTING = 0x1;
const RETAIN_GLYPH_IDS = 0x2;
const READ_ONLY = 1;
/** Id of the set of tables to drop. */
const DROPPED_TABLES = 3;
const tag = (name: string): number => [...name].reduce((value, letter) => (value << 8) | letter.charCodeAt(0), 0);
/** Tables that PDF readers do not need, because the text is already shaped and its codes refer to glyphs directly. */
const UNUSED_TABLES = ['GSUB', 'GPOS', 'GDEF', 'name', 'post', 'STAT', 'meta', 'DSIG', 'cmap', 'OS/2'].map(tag);

/** Returns the font with only these glyphs, which keep their numbers. */
export const subsetFont = async (font: Uint8Array, glyphs: readonly number[]): Promise<Uint8Array> => {
  const hb = await started();
  const data = hb.malloc(font.byteLength);
  new Uint8Array(hb.memory.buffer).set(font, data);
  const blob = hb.hb_blob_create(data, font.byteLength, READ_ONLY, 0, 0);
  const face = hb.hb_face_create(blob, 0);
  const input = hb.hb_subset_input_create_or_fail();
  const kept = hb.hb_subset_input_glyph_set(input);
  for (const glyph of glyphs) hb.hb_set_add(kept, glyph);
  const dropped = hb.hb_subset_input_set(input, DROPPED_TABLES);
  for (const table of UNUSED_TABLES) hb.hb_set_add(dropped, table);
  hb.hb_subset_input_set_flags(input, NO_HINTING | RETAIN_GLYPH_IDS);
  const subset = hb.hb_subset_or_fail(face, input);
  hb.hb_subset_input_destroy(input);
  hb.hb_face_destroy(face);
  hb.hb_blob_destroy(blob);
  if (subset === 0) {
    hb.free(data);
    throw new Error('The font could not be subset');
  }
  const subsetBlob = hb.hb_face_reference_blob(subset);
  const at = hb.hb_blob_get_data(subsetBlob, 0);
  const bytes = new Uint8Array(hb.memory.buffer).slice(at, at + hb.hb_blob_get_length(subsetBlob));
  hb.hb_blob_destroy(subsetBlob);
  hb.hb_face_destroy(subset);
  hb.free(data);
  return bytes;
};
