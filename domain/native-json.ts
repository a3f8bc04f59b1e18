import { exactJson, exactText, hasExactParts, mayBeInexact } from './exact-json.ts'

/**
 * JSON of a provider or caller: the value itself, or its JSON text where readers of plain JSON would lose digits of a
 * number or the order of names.
 */
export type Native<Value extends object = object> = Value | string

/** A value with exact numbers and order (`exact-json.ts`) in the form of a fact. */
export function asNative<Value extends object>(value: Value): Native<Value>
export function asNative<Value extends object>(value: Value | null): Native<Value> | null
export function asNative<Value extends object>(value: Value | null): Native<Value> | null {
  return hasExactParts(value) ? exactText(value) : value
}

/** The value of a fact's field, with exact numbers and order. A string that is not JSON, from another program, stays. */
export function nativeValue<Value extends object>(field: Native<Value>): Value
export function nativeValue<Value extends object>(field: Native<Value> | null): Value | null
export function nativeValue<Value extends object>(field: Native<Value> | null): Value | null {
  if (typeof field !== 'string') return field
  try {
    return readNative(field) as Value
  } catch {
    return field as unknown as Value
  }
}

/** The JSON text of a fact's field. */
export function nativeText(field: Native | null): string {
  return typeof field === 'string' ? field : JSON.stringify(field)
}

/** Reads JSON that nests no deeper than a recursion may go, without loss. @throws SyntaxError */
export function readNative(text: string): unknown {
  const value: unknown = JSON.parse(text)
  return mayBeInexact(text) ? exactJson(text) : value
}
