import fc from 'fast-check'
import { edgyTexts } from './texts.ts'

/** The part of JSON Schema that our schemas use. */
export type Schema = {
  readonly type?: string | readonly string[]
  readonly format?: string
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly pattern?: string
  readonly minLength?: number
  readonly maxLength?: number
  readonly minItems?: number
  readonly maxItems?: number
  readonly minimum?: number
  readonly maximum?: number
}

/** Values by field name that exist in the fuzzed world. */
const KNOWN: Readonly<Record<string, readonly string[]>> = {
  connection_id: ['«connection»', '«freemium»', '«digits»'],
  from: ['«connection»', '«digits»'],
  conversation_id: ['«conversation»'],
  contact_id: ['«contact»'],
  stage_id: ['«stage»'],
  phone: ['«phone»', '+55 (31) 98765-4321'],
  to: ['«phone»'],
  url: ['«customer»'],
  link: ['https://files.example/a.png'],
  since: ['2026-01-01T00:00:00Z', '2026-01-01T00:00:00+23:59'],
  occurred_at: ['2026-01-06T06:00:00-03:00'],
  color: ['#5b9bd9'],
  currency: ['BRL'],
  external_id: ['«unique»'],
}

/** Values that satisfy the schema, and some at and just beyond its bounds. */
export function valuesOf(schema: Schema, field = ''): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum)
  const halves = schema.anyOf ?? schema.oneOf
  if (halves !== undefined) return fc.oneof(...halves.map((half) => valuesOf(half, field)))
  const [type] = [schema.type ?? 'string'].flat()
  switch (type) {
    case 'object':
      return objects(schema)
    case 'array':
      return arrays(schema)
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case 'integer':
    case 'number':
      return numbers(schema)
    default:
      return strings(schema, field)
  }
}

function objects({ properties = {}, required = [] }: Schema): fc.Arbitrary<unknown> {
  const fields = Object.entries(properties).map(([name, part]) => {
    const value = valuesOf(part, name)
    return [name, required.includes(name) ? value : fc.option(value, { nil: undefined })] as const
  })
  return fc.record(Object.fromEntries(fields))
}

function arrays({ items = {}, minItems = 0, maxItems = 3 }: Schema): fc.Arbitrary<unknown> {
  return fc.array(valuesOf(items), { minLength: minItems, maxLength: Math.min(maxItems + 1, 5) })
}

function numbers({ minimum = 0, maximum = 1_000 }: Schema): fc.Arbitrary<unknown> {
  return fc.oneof(
    { arbitrary: fc.integer({ min: minimum, max: maximum }), weight: 15 },
    fc.constantFrom(minimum - 1, maximum + 1, 2 ** 53, 1e308, -1, 0.5),
  )
}

function strings(schema: Schema, field: string): fc.Arbitrary<unknown> {
  const { format, minLength = 0, maxLength } = schema
  const known = KNOWN[field]
  const bounds = [minLength, maxLength ?? 300]
  const sane = known === undefined ? plain(schema) : fc.constantFrom(...known)
  return format === 'uuid' || format === 'guid'
    ? fc.oneof({ arbitrary: sane, weight: 15 }, fc.uuid())
    : fc.oneof({ arbitrary: sane, weight: 15 }, edgyTexts(bounds))
}

function plain({ format, pattern, minLength = 1, maxLength = 40 }: Schema): fc.Arbitrary<string> {
  if (format === 'uuid' || format === 'guid') return fc.uuid()
  if (format === 'date-time') return fc.date({ noInvalidDate: true }).map((at) => at.toJSON())
  if (format === 'email') return fc.constant('ana@shop.example')
  if (format === 'uri') return fc.constant('https://shop.example')
  if (pattern !== undefined && !pattern.includes('(?'))
    return fc.stringMatching(new RegExp(pattern))
  return fc.string({ minLength, maxLength: Math.min(maxLength, minLength + 20) })
}
