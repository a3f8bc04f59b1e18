/** Readers of a provider's JSON, which may be anything. They never throw: another shape reads as empty or null. */

/** An object of a provider's JSON: any fields, with anything in them. */
export type Json = Readonly<Record<string, unknown>>

export function asRecord(value: unknown): Json {
  return isRecord(value) ? value : {}
}

/** Whether the value is an object and not a list. */
export function isRecord(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

export function asRecords(value: unknown): readonly Json[] {
  return asList(value).filter(isRecord)
}

/** A text that is not empty, or null. A number becomes text, because providers send some ids as numbers. */
export function asText(value: unknown): string | null {
  if (typeof value === 'number' && Number.isFinite(value)) return String(value)
  return typeof value === 'string' && value !== '' ? value : null
}
