import { asText, type Json } from '../provider-event/loose-json.ts'
import { textMisfit } from './fit-text.ts'

/** The type of parameter that each format of a header needs. */
const PARAMETERS: Readonly<Record<string, string>> = {
  IMAGE: 'image',
  VIDEO: 'video',
  GIF: 'video',
  DOCUMENT: 'document',
  LOCATION: 'location',
}

/** Why the header parameters do not fit the template; null when they do. An unknown format is left to the provider. */
export function headerMisfit(
  header: Json | undefined,
  isNamed: boolean,
  parameters: readonly Json[],
): string | null {
  const format = (asText(header?.format) ?? 'TEXT').toUpperCase()
  if (format === 'TEXT') return textMisfit(asText(header?.text) ?? '', isNamed, parameters)
  const wanted = PARAMETERS[format]
  if (wanted === undefined) return null
  const fits = parameters.length === 1 && parameters[0]?.type === wanted
  return fits ? null : `needs 1 parameter of type ${wanted}`
}
