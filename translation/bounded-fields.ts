import { exactText, fieldsOf, hasExactParts, orderedObject } from '@recado/domain/exact-json'
import { asRecord } from '@recado/domain/provider-event/loose-json'

/** Default limit for the fields kept around a change, so that a thousand records do not each repeat one large POST. */
const MAX_BYTES = 16 * 1024

/** The bytes that a fact needs for a value: JSON, or that JSON's text as a string (`domain/native-json.ts`). */
export function jsonBytes(value: unknown): number {
  const text = hasExactParts(value) ? JSON.stringify(exactText(value)) : JSON.stringify(value)
  return Buffer.byteLength(text ?? '')
}

/**
 * Keeps the fields that fit into `most` bytes, in order, and adds `truncated` if one is left out. The stored POST has
 * all of them.
 * @param slot a field to keep in its place with the value null, at no cost
 * @returns the kept fields, and the bytes left for other fields
 */
export function boundFields(
  fields: Readonly<Record<string, unknown>>,
  { slot, most = MAX_BYTES }: { slot?: string; most?: number } = {},
): { kept: Readonly<Record<string, unknown>>; left: number } {
  const kept: [string, unknown][] = []
  let left = most
  let truncated = false
  for (const [name, value] of fieldsOf(fields)) {
    const bytes = name === slot ? 0 : jsonBytes({ [name]: value })
    if (bytes > left) truncated = true
    else kept.push([name, name === slot ? null : value])
    left -= bytes > left ? 0 : bytes
  }
  if (truncated) kept.push(['truncated', true])
  return { kept: asRecord(orderedObject(kept)), left }
}
