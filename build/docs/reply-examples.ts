type Json = Readonly<Record<string, unknown>>
type Content = Record<string, { readonly schema?: Json; example?: unknown }>
type Operation = {
  readonly operationId: string
  readonly responses: Readonly<Record<string, { readonly content?: Content }>>
}
type Documented = {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: { readonly schemas: Readonly<Record<string, Json>> }
}

/**
 * Gives each successful answer without an example one that is made of the examples of the resources in it. Bytes have none.
 * @param others examples by operation, where neither the route nor a resource has one
 * @throws when an answer of JSON has none
 */
export function withReplyExamples<Document extends object>(
  document: Document,
  others: Readonly<Record<string, unknown>>,
): Document {
  const { paths, components } = document as Document & Documented
  for (const { operationId, responses } of Object.values(paths).flatMap(operationsOf))
    for (const { content = {} } of Object.values(responses))
      for (const [type, shown] of Object.entries(content)) {
        if ('example' in shown || !type.endsWith('json')) continue
        shown.example =
          others[operationId] ?? composeExample(shown.schema ?? {}, components.schemas)
        if (shown.example === undefined)
          throw new Error(`${operationId} needs an example: give its route one in replyExamples`)
      }
  return document
}

type Schemas = Documented['components']['schemas']

function operationsOf(item: Readonly<Record<string, Operation>>): Operation[] {
  return Object.values(item)
}

/** @returns undefined for a value that is neither a resource, nor made of resources and constants */
function composeExample(schema: Json, schemas: Schemas): unknown {
  const { $ref, const: only, items, properties, examples } = schema
  if (Array.isArray(examples)) return examples[0]
  if (typeof $ref === 'string')
    return composeExample(schemas[$ref.slice($ref.lastIndexOf('/') + 1)] ?? {}, schemas)
  if (items !== undefined) return composeList(items as Json, schemas)
  return properties === undefined
    ? only
    : composeObject(properties as Record<string, Json>, schemas)
}

function composeList(items: Json, schemas: Schemas): unknown {
  if (Array.isArray(items.enum)) return items.enum
  const item = composeExample(items, schemas)
  return item === undefined ? undefined : [item]
}

function composeObject(properties: Readonly<Record<string, Json>>, schemas: Schemas): unknown {
  const fields = Object.entries(properties).map(
    ([name, schema]) => [name, composeExample(schema, schemas)] as const,
  )
  const isWhole = fields.length > 0 && fields.every(([, value]) => value !== undefined)
  return isWhole ? Object.fromEntries(fields) : undefined
}
