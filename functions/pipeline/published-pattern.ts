interface JsonSchema {
  pattern?: string;
  format?: string;
  allOf?: unknown;
}

/** Look-around, Unicode properties and back-references, which RE2 and the grammars of model hosts do not support. */
const NOT_PORTABLE = /\(\?<?[=!]|\\[pP]\{|\\[1-9]|\\k</;

/**
 * Removes from a JSON Schema the patterns that only some engines compile, because a single such pattern makes some
 * hosts reject the whole document or list of tools. Removes the patterns of times as well, because generated Python
 * clients match them against the parsed time and fail. The route still checks its input against the complete rule.
 */
export const keepPortablePatterns = (json: JsonSchema): void => {
  if (json.pattern !== undefined && (json.format === 'date-time' || NOT_PORTABLE.test(json.pattern))) {
    delete json.pattern;
  }
  if (!Array.isArray(json.allOf)) return;
  const parts = json.allOf as JsonSchema[];
  for (const part of parts) keepPortablePatterns(part);
  const remaining = parts.filter((part) => Object.keys(part).length > 0);
  const [only] = remaining;
  if (remaining.length === 0) delete json.allOf;
  else if (remaining.length === 1 && only?.pattern !== undefined && json.pattern === undefined) {
    delete json.allOf;
    Object.assign(json, only);
  } else json.allOf = remaining;
};
