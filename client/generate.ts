import openapiTS, { astToString } from 'openapi-typescript'

const HEAD = '// Generated from docs/openapi.json by `npm run docs`.\n'

/** Generates the text of `client/api.ts` from the text of an OpenAPI document. */
export async function clientTypes(document: string): Promise<string> {
  // Fields with a default stay optional in request bodies.
  const types = astToString(await openapiTS(document, { defaultNonNullable: false }))
  return HEAD + types.replace(/^export (?=type \$defs|interface operations)/gm, '')
}
