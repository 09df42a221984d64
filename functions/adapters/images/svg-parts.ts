const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/** Elements that are kept. Elements that are in no list are dropped with their content. */
export const ELEMENTS = words(`
  svg g defs symbol use title desc style path rect circle ellipse line polyline polygon text tspan
  linearGradient radialGradient stop clipPath mask pattern marker switch
  filter feBlend feColorMatrix feComponentTransfer feComposite feConvolveMatrix feDiffuseLighting feDisplacementMap
  feDistantLight feDropShadow feFlood feFuncA feFuncB feFuncG feFuncR feGaussianBlur feMerge feMergeNode feMorphology
  feOffset fePointLight feSpecularLighting feSpotLight feTile feTurbulence`);

/** Elements that are replaced by their content. */
export const TRANSPARENT_ELEMENTS = words('a');

/** Elements that cannot be kept, and without which the drawing would be wrong. The drawing is rejected. */
export const REFUSED_ELEMENTS = words('image feImage foreignObject');

/** Attributes that are kept: those without a namespace, and XLink's `href`. */
export const ATTRIBUTES = words(`
  id class style href viewBox preserveAspectRatio width height x y x1 y1 x2 y2 cx cy r rx ry fx fy fr d points transform
  pathLength gradientUnits gradientTransform spreadMethod offset clipPathUnits maskUnits maskContentUnits patternUnits
  patternContentUnits patternTransform markerUnits markerWidth markerHeight refX refY orient
  fill fill-opacity fill-rule stroke stroke-width stroke-opacity stroke-linecap stroke-linejoin stroke-miterlimit
  stroke-dasharray stroke-dashoffset opacity color display visibility overflow clip-path clip-rule mask filter
  stop-color stop-opacity marker-start marker-mid marker-end mix-blend-mode isolation paint-order vector-effect
  shape-rendering text-rendering color-interpolation color-interpolation-filters
  font-family font-size font-weight font-style font-variant font-stretch letter-spacing word-spacing text-anchor
  text-decoration dominant-baseline baseline-shift alignment-baseline writing-mode dx dy rotate textLength lengthAdjust
  filterUnits primitiveUnits in in2 result mode type values operator k1 k2 k3 k4 order kernelMatrix divisor bias targetX
  targetY edgeMode preserveAlpha surfaceScale diffuseConstant specularConstant specularExponent lighting-color
  flood-color flood-opacity stdDeviation scale xChannelSelector yChannelSelector radius azimuth elevation z pointsAtX
  pointsAtY pointsAtZ limitingConeAngle baseFrequency numOctaves seed stitchTiles tableValues slope intercept amplitude
  exponent`);
