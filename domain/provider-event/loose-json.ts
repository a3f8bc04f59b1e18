/**
 * Readers for JSON of a provider, which may be anything: they never throw, and answer nothing for what is
 * not of the shape asked for.
 */

/** The object, or an empty one. */
export function asRecord(value: unknown): Readonly<Record<string, unknown>> {
  return isRecord(value) ? value : {}
}

/** Whether it is an object and no list. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The list, or an empty one. */
export function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

/** The objects of a list. */
export function asRecords(value: unknown): readonly Readonly<Record<string, unknown>>[] {
  return asList(value).filter(isRecord)
}

/** A text that says something, or null. Providers send some ids as numbers. */
export function asText(value: unknown): string | null {
  if (typeof value === 'number' && Number.isFinite(value)) return String(value)
  return typeof value === 'string' && value !== '' ? value : null
}
