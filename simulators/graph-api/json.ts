export type Json = { [key: string]: unknown }

/** The value if it is a JSON object, else an object without fields. */
export function objectOf(value: unknown): Json {
  return isObject(value) ? value : {}
}

export function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** JSON as Meta writes it: ASCII only, slashes escaped. Parsing and writing it again changes the bytes. */
export function encodeLikeMeta(value: unknown): string {
  return JSON.stringify(value)
    .replaceAll('/', '\\/')
    .replace(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
}
