import { isDeepStrictEqual } from 'node:util'
import type { Schema } from './schema.ts'

type Schemas = Readonly<Record<string, Schema>>

/**
 * The promises of the earlier schemas that the new ones break, in words; none when existing readers and existing facts
 * still fit. A new field, a new schema, and a further value of a closed list break nothing: readers ignore fields and
 * values they do not know.
 */
export function breakingChanges(before: Schemas, after: Schemas): readonly string[] {
  return Object.entries(before).flatMap(([name, schema]) => {
    const now = after[name]
    return now === undefined ? [`${name} is removed`] : schemaChanges(schema, now, name)
  })
}

function schemaChanges(before: Schema, after: Schema, at: string): readonly string[] {
  return [
    ...(isRetyped(before, after) ? [`${at} is of another type`] : []),
    ...missing(valuesOf(before), valuesOf(after)).map((value) => `${at} lacks the value ${value}`),
    ...propertyChanges(before, after, at),
    ...partChanges(before.items, after.items, `${at}[]`),
    ...partChanges(entriesOf(before), entriesOf(after), `${at}.*`),
    ...breakingChanges(nestedSchemas(before, at), nestedSchemas(after, at)),
  ]
}

function propertyChanges(before: Schema, after: Schema, at: string): readonly string[] {
  const { properties: had = {}, required: promised = [] } = before
  const { properties = {}, required = [] } = after
  const kept = Object.keys(had).filter((name) => properties[name] !== undefined)
  return [
    ...missing(Object.keys(had), kept).map((name) => `${at}.${name} is removed`),
    ...missing(required, promised).map((name) => `${at}.${name} is newly required`),
    ...missing(promised, required)
      .filter((name) => kept.includes(name))
      .map((name) => `${at}.${name} is required no longer`),
    ...kept.flatMap((name) =>
      schemaChanges(had[name] ?? {}, properties[name] ?? {}, `${at}.${name}`),
    ),
  ]
}

function partChanges(before: Schema | undefined, after: Schema | undefined, at: string) {
  if (before === undefined && after === undefined) return []
  if (before === undefined || after === undefined) return [`${at} is of another type`]
  return schemaChanges(before, after, at)
}

function isRetyped(before: Schema, after: Schema): boolean {
  const kind = ({ type, format, $ref, anyOf }: Schema) => ({
    type: [type ?? []].flat().toSorted(),
    format,
    $ref,
    choices: anyOf?.length,
  })
  const closes = valuesOf(before).length === 0 && valuesOf(after).length > 0
  return closes || !isDeepStrictEqual(kind(before), kind(after))
}

function valuesOf({ enum: values, const: only }: Schema): readonly string[] {
  const all = values ?? (only === undefined ? [] : [only])
  return all.map((value) => JSON.stringify(value))
}

function entriesOf({ additionalProperties: entries }: Schema): Schema | undefined {
  return typeof entries === 'object' ? entries : undefined
}

/** Choices and definitions, by their path. */
function nestedSchemas({ anyOf = [], $defs = {} }: Schema, at: string): Schemas {
  const choices = anyOf.map((choice, place) => [`${at}<${place}>`, choice] as const)
  const shared = Object.entries($defs).map(([name, schema]) => [`${at}#${name}`, schema] as const)
  return Object.fromEntries([...choices, ...shared])
}

function missing(from: readonly string[], among: readonly string[]): readonly string[] {
  return from.filter((one) => !among.includes(one))
}
