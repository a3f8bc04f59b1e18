import { isDeepStrictEqual } from 'node:util'
import type { FactType } from '@recado/build/docs/fact-types'
import { mapSubschemas, type Schema } from '@recado/build/docs/schema'
import type { Upcasting } from '@recado/domain/upcasters'
import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { storedExamples } from './stored-examples.ts'

/** Data of facts as stored in logs, by type and version. Entries are added and never changed. */
export type Fixtures = Readonly<Record<string, Readonly<Record<string, readonly unknown[]>>>>

type Shape = Pick<FactType, 'name' | 'data'>

const ajv = new Ajv2020({ strict: false })
formats.default(ajv)

/** The reasons why the product cannot read stored facts; empty if it reads all of them. */
export function unreadable(
  fixtures: Fixtures,
  facts: readonly Shape[],
  upcasting: Upcasting,
): readonly string[] {
  const names = new Set(facts.map(({ name }) => name))
  const gone = Object.keys(fixtures).filter((name) => !names.has(name))
  return [
    ...gone.map((name) => `${name} is stored in logs, but is no longer a fact type`),
    ...facts.flatMap((fact) => problemsOf(fact, fixtures[fact.name] ?? {}, upcasting)),
  ]
}

/** The fixtures, with examples added for what they lack. */
export function completed(
  fixtures: Fixtures,
  facts: readonly Shape[],
  upcasting: Upcasting,
): Fixtures {
  const more = facts.map((fact) => {
    const version = upcasting.versionOf(fact.name)
    const known = fixtures[fact.name] ?? {}
    const examples = known[version] ?? []
    return [fact.name, { ...known, [version]: [...examples, ...missing(fact, examples)] }] as const
  })
  return { ...fixtures, ...Object.fromEntries(more) }
}

function problemsOf(fact: Shape, known: Fixtures[string], upcasting: Upcasting): readonly string[] {
  const { name } = fact
  const version = upcasting.versionOf(name)
  const versions = Array.from({ length: version }, (_, n) => n + 1)
  const later = Object.keys(known).filter((its) => Number(its) > version)
  const isStored = ajv.compile(closed(fact.data))
  const examples = versions.flatMap((its) => (known[its] ?? []).map((data) => ({ its, data })))
  return [
    ...later.map(
      (its) => `${name} is stored in logs as version ${its}, but the current version is ${version}`,
    ),
    ...versions
      .filter((its) => (known[its] ?? []).length === 0)
      .map((its) => `${name} has no fixture of version ${its}; run npm run fixtures`),
    ...missing(fact, known[version] ?? []).map(
      (data) => `${name} has no fixture like ${JSON.stringify(data)}; run npm run fixtures`,
    ),
    ...examples.flatMap(({ its, data }) => {
      const read = upcast(upcasting, name, its, data as object)
      if (read instanceof Error)
        return [`${name}: its upcaster fails on version ${its}: ${read.message}`]
      if (isStored(read)) return []
      const why = `${ajv.errorsText(isStored.errors)} in ${JSON.stringify(data)}`
      return [
        `${name} of version ${its} can no longer be read: ${why}; docs/upgrading.md says what to do`,
      ]
    }),
  ]
}

function upcast(upcasting: Upcasting, name: string, version: number, data: object): object | Error {
  try {
    return upcasting.upcast(name, data, version)
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error))
  }
}

function missing({ data }: Shape, examples: readonly unknown[]): readonly unknown[] {
  return storedExamples(data).filter((one) => !examples.some((its) => isDeepStrictEqual(its, one)))
}

/** Refuses fields that the type no longer has, because no code reads them. */
function closed(schema: Schema): Schema {
  const below = mapSubschemas(schema, closed)
  return schema.properties === undefined ? below : { ...below, additionalProperties: false }
}
