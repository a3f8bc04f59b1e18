import { ExactNumber } from '../exact-json.ts'
import { type Native, nativeValue } from '../native-json.ts'

/** Readers of a provider's JSON, which may be anything. They never throw: another shape reads as empty or null. */

/** An object of a provider's JSON: any fields, with anything in them. */
export type Json = Readonly<Record<string, unknown>>

export function asRecord(value: unknown): Json {
  return isRecord(value) ? value : {}
}

/** The fields of a provider's JSON in a fact. */
export function nativeRecord(field: Native | null): Json {
  return asRecord(nativeValue(field))
}

/** Whether the value is an object, and neither a list nor a number. */
export function isRecord(value: unknown): value is Json {
  if (typeof value !== 'object' || value === null) return false
  return !Array.isArray(value) && !(value instanceof ExactNumber)
}

export function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

export function asRecords(value: unknown): readonly Json[] {
  return asList(value).filter(isRecord)
}

/** A text that is not empty, or null. A number becomes text, because providers send some ids as numbers. */
export function asText(value: unknown): string | null {
  if (value instanceof ExactNumber) return value.asId()
  if (typeof value === 'number' && Number.isFinite(value)) return String(value)
  return typeof value === 'string' && value !== '' ? value : null
}
