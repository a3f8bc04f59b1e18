import { readSchemas } from '@recado/infra/http/schemas-file'
import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'

/** Says how a fact breaks the schema of its type, without naming content; null when it does not. */
export type SchemaCheck = (fact: { readonly type: string; readonly data: unknown }) => string | null

/** Reads the committed schemas of all facts. Unknown fields are ignored, as by readers. */
export async function readSchemaCheck(): Promise<SchemaCheck> {
  const ajv = new Ajv2020({ strict: false })
  formats.default(ajv)
  for (const { name, kind, text } of (await readSchemas()).values())
    if (kind === 'fact') ajv.addSchema(JSON.parse(text), name)
  return ({ type, data }) => {
    const validate = ajv.getSchema(type)
    if (validate === undefined) return `no fact has the type ${type}`
    if (validate(data)) return null
    return `its ${ajv.errorsText(validate.errors, { dataVar: 'data' })}`
  }
}
