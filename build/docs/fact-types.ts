import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { createGenerator } from 'ts-json-schema-generator'
import { CATEGORIES, categoryOf, type DescribedCategory } from './categories.ts'
import { mapSubschemas, type Schema } from './schema.ts'
import { tidy } from './tidy-schema.ts'

const DOMAIN = fileURLToPath(new URL('../../domain/', import.meta.url))

/** A fact, read from its type in `domain/<folder>/events.ts`. */
export type FactType = {
  readonly name: string
  readonly category: DescribedCategory
  /** The comment on the type. */
  readonly description: string
  /** The schema of the fact's data, with every type inlined. */
  readonly data: Schema
}

type Definitions = Readonly<Record<string, Schema>>
type Defined = Schema & { readonly definitions?: Definitions }

const DEFINITIONS = '#/definitions/'

/** Every fact, in reading order. @throws when a type has no comment, or its folder no category */
export function readFactTypes(): readonly FactType[] {
  const generator = createGenerator({
    path: `${DOMAIN}*/events.ts`,
    tsconfig: `${DOMAIN}tsconfig.json`,
    expose: 'export',
    topRef: false,
    // Facts may gain fields: readers ignore those they do not know.
    additionalProperties: true,
    // `tsc -b` checks the types; this only reads them.
    skipTypeCheck: true,
    sortProps: false,
  })
  const facts = folders().flatMap((folder) => {
    const union: Defined = generator.createSchema(unionOf(folder)) as Schema
    const { definitions = {} } = union
    return factsOf(resolveReference(union, definitions), definitions).map((fact) =>
      factType(folder, fact, definitions),
    )
  })
  return CATEGORIES.flatMap((category) => facts.filter((fact) => fact.category === category))
}

function folders(): readonly string[] {
  return readdirSync(DOMAIN, { recursive: true, encoding: 'utf8' })
    .filter((file) => /^[\w-]+\/events\.ts$/.test(file))
    .map((file) => file.slice(0, -'/events.ts'.length))
    .sort()
}

/** `api-key` has the union `ApiKeyEvent`. */
function unionOf(folder: string): string {
  return `${folder.replace(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase())}Event`
}

/** The facts of a union, in its order; a union may hold another one. */
function factsOf(schema: Schema, definitions: Definitions): readonly Schema[] {
  if (schema.properties !== undefined) return [schema]
  return (schema.anyOf ?? []).flatMap((one) =>
    factsOf(resolveReference(one, definitions), definitions),
  )
}

function factType(
  folder: string,
  { description, properties }: Schema,
  definitions: Definitions,
): FactType {
  const name = String(properties?.type?.const)
  if (description === undefined || properties?.data === undefined)
    throw new Error(`${name} of domain/${folder} needs data, and a comment that says what it means`)
  const data = inPlace(properties.data, definitions)
  return { name, category: categoryOf(folder, name), description, data }
}

function inPlace(schema: Schema, definitions: Definitions): Schema {
  return tidy(
    mapSubschemas(resolveReference(schema, definitions), (below) => inPlace(below, definitions)),
  )
}

/** The field's own words take precedence over those of its type. */
function resolveReference({ $ref, ...own }: Schema, definitions: Definitions): Schema {
  return $ref === undefined ? own : { ...definitions[$ref.slice(DEFINITIONS.length)], ...own }
}
