import { isDeepStrictEqual } from 'node:util'
import stringifier from 'fast-json-stringify'
import { z } from 'zod'

/** Turns a reply into JSON text. A string is text already. */
export type ReplyText = (body: unknown) => string

/**
 * Compiles a schema into a writer. It writes the schema's fields and nothing else.
 * @param check also reads every text back through the schema, for tests: a field missing, malformed or
 * unknown to the schema throws
 */
export function replyText(schema: z.ZodType, check: boolean): ReplyText {
  const json = z.toJSONSchema(schema, {
    io: 'output',
    target: 'draft-7',
    // Without ids every schema is written in place, which compiles to straight code.
    metadata: z.registry(),
    override: ({ jsonSchema }) => flattenNullable(jsonSchema),
  })
  const write = stringifier(json as Parameters<typeof stringifier>[0])
  const text: ReplyText = (body) => (typeof body === 'string' ? body : write(body))
  return check ? checked(schema, text) : text
}

type JsonSchema = z.core.JSONSchema.BaseSchema & { nullable?: boolean }

/** `anyOf: [X, null]` costs the writer a validation of X; `nullable` costs nothing. */
function flattenNullable(json: JsonSchema): void {
  const [first, second, third] = json.anyOf ?? []
  if (first?.type === undefined || second?.type !== 'null' || third !== undefined) return
  delete json.anyOf
  Object.assign(json, first, { nullable: true })
}

function checked(schema: z.ZodType, text: ReplyText): ReplyText {
  return (body) => {
    // The writer coerces; what it was given is looked at too.
    if (typeof body !== 'string') schema.parse(body)
    const written = text(body)
    const wire: unknown = JSON.parse(written)
    if (!isDeepStrictEqual(schema.parse(wire), wire)) {
      throw new Error(`the reply has fields its schema does not name: ${written.slice(0, 500)}`)
    }
    return written
  }
}
