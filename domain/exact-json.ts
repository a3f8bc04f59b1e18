import { endOfString } from './json-text.ts'

/**
 * JSON in memory without loss. `JSON.parse` rounds numbers and moves names such as "7" to the front; here such a number
 * is an `ExactNumber`, and an object whose names JavaScript would reorder remembers their order.
 */

/** A number that JavaScript cannot hold or would write otherwise, such as 9223372036854775807, 1.0, 1e400 or -0. */
export class ExactNumber {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }

  /** The nearest number, for code that calculates. */
  valueOf(): number {
    return Number(this.text)
  }

  /** As a provider's id: an integer by its digits, another number as JavaScript writes it; null if it is not finite. */
  asId(): string | null {
    if (/^-?[1-9]\d*$/.test(this.text)) return this.text
    const near = this.valueOf()
    return Number.isFinite(near) ? String(near) : null
  }

  /** What plain `JSON.stringify` writes. */
  toJSON(): number {
    return this.valueOf()
  }
}

/** The names of an object in the order of its text. A symbol, which spreading copies and JSON ignores. */
const ORDER = Symbol('order of names')

type Ordered = { readonly [ORDER]?: readonly string[] }

const NUMBER = /(?:^|[:,[])\s*(-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)(?=\s*(?:[,\]}]|$))/g
/** A name that JavaScript counts as an index and moves to the front. */
const INDEX = /"(?:0|[1-9]\d{0,9})"\s*:/

/** Whether `JSON.parse` may lose something of a text. It may be true in vain, but is never wrongly false. */
export function mayBeInexact(text: string): boolean {
  if (INDEX.test(text)) return true
  for (const [, number = ''] of text.matchAll(NUMBER)) if (isInexact(number)) return true
  return false
}

function isInexact(number: string): boolean {
  return String(Number(number)) !== number
}

/**
 * Reads a JSON text without loss. Of two fields with one name the last counts, as for `JSON.parse`.
 * @param text valid JSON that nests no deeper than a recursion may go
 * @param read converts each string and each name
 */
export function exactJson(text: string, read: (text: string) => string = (same) => same): unknown {
  const tokens = tokensOf(text)
  const next = () => tokens.next().value ?? ''
  return valueAt(next(), next, read)
}

type Read = (text: string) => string

/** The tokens of valid JSON. A string is found by its end: a pattern would need a stack as long as the string. */
function* tokensOf(text: string): Generator<string, undefined> {
  const token = /["[\]{}:,]|[^\s"[\]{}:,]+/g
  for (let found = token.exec(text); found !== null; found = token.exec(text)) {
    if (found[0] !== '"') yield found[0]
    else {
      token.lastIndex = endOfString(text, found.index) + 1
      yield text.slice(found.index, token.lastIndex)
    }
  }
}

function valueAt(token: string, next: () => string, read: Read): unknown {
  if (token === '{') return objectAt(next, read)
  if (token === '[') return listAt(next, read)
  if (/^[-\d]/.test(token) && isInexact(token)) return new ExactNumber(token)
  const value: unknown = JSON.parse(token)
  return typeof value === 'string' ? read(value) : value
}

function listAt(next: () => string, read: Read): unknown[] {
  const items: unknown[] = []
  for (let token = next(); token !== ']'; token = next())
    if (token !== ',') items.push(valueAt(token, next, read))
  return items
}

function objectAt(next: () => string, read: Read): object {
  const fields = new Map<string, unknown>()
  for (let token = next(); token !== '}'; token = next()) {
    if (token === ',') continue
    const name = read(JSON.parse(token))
    next()
    fields.set(name, valueAt(next(), next, read))
  }
  return orderedObject(fields)
}

/** An object of these fields that remembers their order, if JavaScript would not keep it. */
export function orderedObject(fields: Iterable<readonly [string, unknown]>): object {
  const entries = new Map(fields)
  const names = [...entries.keys()]
  const object = Object.fromEntries(entries)
  const isKept = Object.keys(object).every((name, at) => name === names[at])
  return isKept ? object : { ...object, [ORDER]: names }
}

/** The fields of an object, in the order of the text that it was read from. */
export function fieldsOf(value: object): readonly (readonly [string, unknown])[] {
  const { [ORDER]: order } = value as Ordered
  const entries = Object.entries(value)
  if (order === undefined) return entries
  const place = new Map(order.map((name, at) => [name, at]))
  const placeOf = ([name]: readonly [string, unknown]) => place.get(name) ?? order.length
  return entries.sort((one, other) => placeOf(one) - placeOf(other))
}

/** Whether a value holds an exact number or a remembered order, which `JSON.stringify` would lose. */
export function hasExactParts(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  if (value instanceof ExactNumber || ORDER in value) return true
  return Object.values(value).some(hasExactParts)
}

/** The JSON text of a value, as `JSON.stringify` writes it but without loss. */
export function exactText(value: unknown): string {
  return hasExactParts(value) ? writeExact(value) : (JSON.stringify(value) ?? 'null')
}

function writeExact(value: unknown): string {
  if (value instanceof ExactNumber) return value.text
  if (Array.isArray(value)) return `[${value.map(writeExact).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  const fields = fieldsOf(value).filter(([, field]) => field !== undefined)
  return `{${fields.map(([name, field]) => `${JSON.stringify(name)}:${writeExact(field)}`).join(',')}}`
}
