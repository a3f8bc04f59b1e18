import { readFile } from 'node:fs/promises'

type Schema = Readonly<Record<string, unknown>>
type Content = Readonly<Record<string, { readonly schema?: Schema; readonly example?: unknown }>>
type Operation = {
  readonly operationId: string
  readonly parameters?: readonly (Schema & { readonly in: string; readonly name: string })[]
  readonly requestBody?: { readonly required: boolean; readonly content: Content }
  readonly responses: Readonly<Record<string, { readonly content?: Content }>>
}
type Item = Readonly<Record<string, Operation>>

/** The parts of a generated OpenAPI document that these tests look at. */
export type Described = {
  readonly paths: Readonly<Record<string, Item>>
  readonly webhooks: Readonly<Record<string, Item>>
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> }
}

/** A generated document of `docs/`. */
export async function readDescribed(name: string): Promise<Described> {
  const file = new URL(`../../../docs/${name}`, import.meta.url)
  return JSON.parse(await readFile(file, 'utf8')) as Described
}

/** A place of the document that a reader may look at: its path, its name, and what is said there. */
export type Place = { readonly path: string; readonly name: string; readonly words: string }

/** Every component, every parameter, and every property, however deep. */
export function* placesOf({ paths, webhooks, components }: Described): Generator<Place> {
  for (const [name, schema] of Object.entries(components.schemas)) {
    yield { path: name, name, words: wordsOf(schema) }
    yield* properties(schema, name)
  }
  for (const [path, item] of [...Object.entries(paths), ...Object.entries(webhooks)])
    for (const [method, operation] of Object.entries(item))
      yield* ofOperation(operation, `${method.toUpperCase()} ${path}`)
}

function* ofOperation(
  { parameters = [], requestBody, responses }: Operation,
  at: string,
): Generator<Place> {
  for (const parameter of parameters) {
    const { in: place, name } = parameter
    yield { path: `${at} ${place} ${name}`, name, words: wordsOf(parameter) }
  }
  for (const { schema } of Object.values(requestBody?.content ?? {}))
    yield* properties(schema, `${at} body`)
  for (const [status, { content = {} }] of Object.entries(responses))
    for (const { schema } of Object.values(content)) yield* properties(schema, `${at} ${status}`)
}

function* properties(schema: unknown, at: string): Generator<Place> {
  if (Array.isArray(schema))
    for (const [n, one] of schema.entries()) yield* properties(one, `${at}|${n}`)
  else if (typeof schema === 'object' && schema !== null)
    for (const [keyword, below] of Object.entries(schema))
      if (keyword === 'properties') yield* named(below, at)
      else if (!DATA.has(keyword)) yield* properties(below, keyword === 'items' ? `${at}[]` : at)
}

/** Keywords with values, not schemas. */
const DATA = new Set(['example', 'examples', 'enum', 'const', 'default', 'required'])

function* named(below: Schema, at: string): Generator<Place> {
  for (const [name, schema] of Object.entries(below)) {
    const path = `${at}.${name}`
    yield { path, name, words: wordsOf(schema) }
    yield* properties(schema, path)
  }
}

function wordsOf(schema: unknown): string {
  const { description } = schema as { description?: unknown }
  return typeof description === 'string' ? description : ''
}
