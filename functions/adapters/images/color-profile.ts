import { textAt, viewOf } from './bytes.ts';

/** The linear light of each of the 256 values of a channel, from 0 to 1. */
type Curve = Float32Array;

/** Converts stored values to linear light, and the three channels to linear sRGB. */
export interface ColorConversion {
  curves: readonly [Curve, Curve, Curve];
  /** In row-major order; undefined for a grayscale profile. */
  matrix: readonly number[] | undefined;
}

/** Converts XYZ with the white point D50, which profiles use, to linear sRGB. */
const SRGB_FROM_XYZ = [
  3.1338561, -1.6168667, -0.4906146, -0.9787684, 1.9161415, 0.033454, 0.0719453, -0.2289914, 1.4052427,
] as const;

type Column = readonly [number, number, number];

const toSrgbLight = (columns: readonly [Column, Column, Column]): number[] =>
  [0, 1, 2].flatMap((row) =>
    columns.map((column) => column.reduce((sum, value, at) => sum + (SRGB_FROM_XYZ[row * 3 + at] ?? 0) * value, 0)),
  );

const curveOf = (lightOf: (share: number) => number): Curve =>
  Float32Array.from({ length: 256 }, (_, value) => Math.min(1, Math.max(0, lightOf(value / 255))));

/** Adobe RGB (1998), for pictures that specify it without an embedded profile. */
const ADOBE_RGB: ColorConversion = (() => {
  const curve = curveOf((share) => share ** (563 / 256));
  const columns = [
    [0.60974, 0.31111, 0.01947],
    [0.20528, 0.62567, 0.06087],
    [0.14919, 0.06322, 0.74457],
  ] as const;
  return { curves: [curve, curve, curve], matrix: toSrgbLight(columns) };
})();

const HEADER_BYTES = 128;
const MAX_TAGS = 200;
const FIXED = 65_536;

class Profile {
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  readonly #tags = new Map<string, { at: number; length: number }>();

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#view = viewOf(bytes);
    const count = Math.min(MAX_TAGS, this.#view.getUint32(HEADER_BYTES));
    for (let each = 0; each < count; each++) {
      const entry = HEADER_BYTES + 4 + each * 12;
      this.#tags.set(textAt(bytes, entry, 4), {
        at: this.#view.getUint32(entry + 4),
        length: this.#view.getUint32(entry + 8),
      });
    }
  }

  get space(): string {
    return textAt(this.#bytes, 16, 4);
  }

  /** The color space to which the profile converts. */
  get connection(): string {
    return textAt(this.#bytes, 20, 4);
  }

  #fixed(at: number): number {
    return this.#view.getInt32(at) / FIXED;
  }

  xyz(name: string): Column | undefined {
    const tag = this.#tags.get(name);
    if (!tag || textAt(this.#bytes, tag.at, 4) !== 'XYZ ') return undefined;
    return [this.#fixed(tag.at + 8), this.#fixed(tag.at + 12), this.#fixed(tag.at + 16)];
  }

  curve(name: string): Curve | undefined {
    const tag = this.#tags.get(name);
    if (!tag) return undefined;
    const type = textAt(this.#bytes, tag.at, 4);
    if (type === 'curv') return this.#sampled(tag.at);
    return type === 'para' ? this.#parametric(tag.at) : undefined;
  }

  #sampled(at: number): Curve {
    const count = this.#view.getUint32(at + 8);
    if (count === 0) return curveOf((share) => share);
    const sample = (index: number): number => this.#view.getUint16(at + 12 + 2 * index);
    if (count === 1) return curveOf((share) => share ** (sample(0) / 256));
    return curveOf((share) => {
      const position = share * (count - 1);
      const below = Math.min(count - 2, Math.floor(position));
      return (sample(below) + (sample(below + 1) - sample(below)) * (position - below)) / 65_535;
    });
  }

  /** The five kinds of parametric curves. Each has more parameters than the one before. */
  #parametric(at: number): Curve | undefined {
    const kind = this.#view.getUint16(at + 8);
    const count = [1, 3, 4, 5, 7][kind];
    if (count === undefined) return undefined;
    const [gamma = 1, a = 1, b = 0, c = 0, d = 0, e = 0, f = 0] = Array.from({ length: count }, (_, index) =>
      this.#fixed(at + 12 + 4 * index),
    );
    const power = (share: number): number => Math.max(0, a * share + b) ** gamma;
    if (kind === 0) return curveOf((share) => share ** gamma);
    if (kind === 1) return curveOf((share) => (share >= -b / a ? power(share) : 0));
    if (kind === 2) return curveOf((share) => (share >= -b / a ? power(share) + c : c));
    return curveOf((share) => (share >= d ? power(share) + e : c * share + f));
  }
}

/** Converts CIE lightness to light; both are scaled to 0..1. */
const lightOfLightness = (lightness: number): number =>
  lightness > 0.08 ? ((lightness + 0.16) / 1.16) ** 3 : (lightness * 2700) / 24_389;

const conversionOf = (profile: Profile, channels: number): ColorConversion | undefined => {
  if (profile.space === 'GRAY' && channels === 1) {
    const curve = profile.curve('kTRC')?.map(profile.connection === 'Lab ' ? lightOfLightness : (light) => light);
    return curve && { curves: [curve, curve, curve], matrix: undefined };
  }
  if (profile.space !== 'RGB ' || profile.connection !== 'XYZ ' || channels !== 3) return undefined;
  const columns = [profile.xyz('rXYZ'), profile.xyz('gXYZ'), profile.xyz('bXYZ')] as const;
  const curves = [profile.curve('rTRC'), profile.curve('gTRC'), profile.curve('bTRC')] as const;
  const [red, green, blue] = columns;
  const [redCurve, greenCurve, blueCurve] = curves;
  if (!red || !green || !blue || !redCurve || !greenCurve || !blueCurve) return undefined;
  return { curves: [redCurve, greenCurve, blueCurve], matrix: toSrgbLight([red, green, blue]) };
};

/**
 * The conversion of a picture's colors to sRGB by its ICC profile. `channels` is 1 for grayscale and 3 for colors.
 * Supports RGB profiles with a matrix and curves, and grayscale profiles with a curve. Undefined for other profiles
 * (tables, CMYK, another number of channels) and for damaged ones; viewers show those pictures as sRGB as well.
 */
const readProfile = (bytes: Uint8Array, channels: number): ColorConversion | undefined => {
  try {
    return conversionOf(new Profile(bytes), channels);
  } catch {
    return undefined;
  }
};

/**
 * The conversion of a picture's colors to sRGB: by its profile, otherwise by the color space that its camera
 * recorded.
 */
export const colorsOf = (
  channels: number,
  profile: Uint8Array | undefined,
  camera: { isAdobeRgb: boolean } | undefined,
): ColorConversion | undefined => {
  if (profile) return readProfile(profile, channels);
  return camera?.isAdobeRgb && channels === 3 ? ADOBE_RGB : undefined;
};
