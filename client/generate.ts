import openapiTS, { astToString } from 'openapi-typescript'

const HEAD = '// Generated from docs/openapi.json by `npm run docs`.\n'

/** The module of types for an OpenAPI document, as `client/api.ts` holds it. @param document its text */
export async function clientTypes(document: string): Promise<string> {
  // A field that has a default may be left out of a body.
  const types = astToString(await openapiTS(document, { defaultNonNullable: false }))
  return HEAD + types.replace(/^export (?=type \$defs|interface operations)/gm, '')
}
