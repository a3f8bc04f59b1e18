import { isDeepStrictEqual } from 'node:util'
import stringifier from 'fast-json-stringify'
import { z } from 'zod'

/** Writes a reply as JSON text. A string is JSON already. */
export type ReplyText = (body: unknown) => string

/** Compiles a schema into a writer of exactly its fields. @param check for tests: throws on any deviation */
export function replyText(schema: z.ZodType, check: boolean): ReplyText {
  const json = z.toJSONSchema(schema, {
    io: 'output',
    target: 'draft-7',
    // Without ids every schema is inlined, which compiles to straight code.
    metadata: z.registry(),
    override: ({ jsonSchema }) => flattenNullable(jsonSchema),
  })
  const write = stringifier(json as Parameters<typeof stringifier>[0])
  const text: ReplyText = (body) => (typeof body === 'string' ? body : write(body))
  return check ? checkedReply(schema, text) : text
}

type JsonSchema = z.core.JSONSchema.BaseSchema & { nullable?: boolean }

/** `anyOf: [X, null]` makes the writer validate X; `nullable` costs nothing. */
function flattenNullable(json: JsonSchema): void {
  const [first, second, third] = json.anyOf ?? []
  if (first?.type === undefined || second?.type !== 'null' || third !== undefined) return
  delete json.anyOf
  // In a union the writer also compares with the values, of which null is one.
  const values = first.enum === undefined ? {} : { enum: [...first.enum, null] }
  Object.assign(json, first, values, { nullable: true })
}

function checkedReply(schema: z.ZodType, text: ReplyText): ReplyText {
  return (body) => {
    // The writer coerces values, so its input is checked too.
    if (typeof body !== 'string') schema.parse(body)
    const written = text(body)
    const wire: unknown = JSON.parse(written)
    if (!isDeepStrictEqual(schema.parse(wire), wire)) {
      throw new Error(`the reply has fields its schema does not name: ${written.slice(0, 500)}`)
    }
    return written
  }
}
