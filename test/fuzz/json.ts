import fc from 'fast-check'
import { hostileTexts } from './texts.ts'

/** Marks JSON text that `JSON.stringify` cannot produce. */
const RAW = /"«raw:([^»]*)»"/g
const DEPTHS = [50, 101, 2_000, 9_000]
const NUMBERS = ['1e999', '-1e999', '1e-999', '123456789012345678901234567890', '-0', '0.1', '1e21']

const raw = (text: string) => `«raw:${text}»`

/** Any value in place of an expected one. */
const hostileValues: fc.Arbitrary<unknown> = fc.oneof(
  { arbitrary: hostileTexts, weight: 6 },
  fc.constantFrom<unknown>(null, true, false, 0, -1, 2 ** 31, 2 ** 53, [], {}, [null], { a: {} }),
  // JavaScript cannot convert this object to a string.
  fc.constant({ toString: null, valueOf: null }),
  fc.constantFrom(...NUMBERS.map(raw), ...DEPTHS.map((depth) => raw(`deep ${depth}`))),
  fc.integer({ min: 0, max: 2_000 }).map((length) => Array(length).fill('a')),
  hostileTexts.map((name) => ({ [name]: name })),
)

/** Replaces the marks in a JSON text by the JSON text they stand for. */
export function withRaw(text: string): string {
  return text.replace(RAW, (_, text: string) => {
    const depth = Number(/^deep (\d+)$/.exec(text)?.[1] ?? 0)
    return depth === 0 ? text : `${'['.repeat(depth)}1${']'.repeat(depth)}`
  })
}

/** The value with some of its parts, at any depth, replaced by hostile ones. */
export function mutated(values: fc.Arbitrary<unknown>, most = 2): fc.Arbitrary<unknown> {
  const changes = fc.array(fc.tuple(fc.nat(), hostileValues), { maxLength: most })
  return fc
    .tuple(values, changes)
    .map(([value, all]) => all.reduce((so, [at, by]) => replaced(so, at, by), value))
}

function replaced(value: unknown, at: number, by: unknown): unknown {
  const place = { left: at % size(value) }
  return walk(value, place, by)
}

/** Leaves count three times, because their values are what gets stored. */
function weight(value: unknown): number {
  return typeof value === 'object' && value !== null ? 1 : 3
}

function size(value: unknown): number {
  if (typeof value !== 'object' || value === null) return weight(value)
  return Object.values(value).reduce<number>((sum, part) => sum + size(part), weight(value))
}

function walk(value: unknown, place: { left: number }, by: unknown): unknown {
  if (place.left < 0) return value
  place.left -= weight(value)
  if (place.left < 0) return by
  if (Array.isArray(value)) return value.map((part) => walk(part, place, by))
  if (typeof value !== 'object' || value === null) return value
  const fields = Object.entries(value).map(([name, part]) => [name, walk(part, place, by)] as const)
  return Object.fromEntries(fields)
}
