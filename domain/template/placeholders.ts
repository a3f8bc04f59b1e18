const PLACEHOLDER = /\{\{\s*(\w+)\s*\}\}/g

/** The variables of a text, each once, in order of appearance: `1`, `2`, or names. */
export function placeholders(text: string): readonly string[] {
  return [...new Set([...text.matchAll(PLACEHOLDER)].map(([, name = '']) => name))]
}

/** The text with the variables that have a value filled in; the others stay as they are. */
export function fillPlaceholders(text: string, values: ReadonlyMap<string, string>): string {
  return text.replace(PLACEHOLDER, (place, name: string) => values.get(name) ?? place)
}
