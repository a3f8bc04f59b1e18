import { asRecord, asText, type Json } from '../provider-event/loose-json.ts'
import { placeholders } from './placeholders.ts'
import { variablesOf } from './template-variables.ts'

/** Why the values do not fit a text's variables; null when they do. Named values must have exactly its names. */
export function textMisfit(
  text: string,
  isNamed: boolean,
  parameters: readonly Json[],
): string | null {
  const wanted = placeholders(text)
  const odd = parameters.map(typeOf).find((type) => !SHOWN.has(type))
  if (odd !== undefined) return `takes parameters of type text, currency or date_time, not ${odd}`
  if (parameters.length !== wanted.length)
    return `needs ${countParameters(wanted)}, ${parameters.length} sent`
  return isNamed ? namesMisfit(wanted, parameters) : null
}

/** The values by the name of their variable, as the recipient will read them. */
export function valuesOf(
  text: string,
  isNamed: boolean,
  parameters: readonly Json[],
): ReadonlyMap<string, string> {
  const order = variablesOf(text)
  return new Map(
    parameters.map((parameter, place) => [
      (isNamed ? asText(parameter.parameter_name) : order[place]) ?? '',
      textOfParameter(parameter),
    ]),
  )
}

const SHOWN: ReadonlySet<string> = new Set(['text', 'currency', 'date_time'])

/** `none` when `type` is no text. Components with their type in capitals are not validated before. */
function typeOf({ type }: Json): string {
  return asText(type) ?? 'none'
}

function textOfParameter(parameter: Json): string {
  const { fallback_value } = asRecord(parameter[typeOf(parameter)])
  return asText(parameter.text) ?? asText(fallback_value) ?? ''
}

function countParameters(names: readonly string[]): string {
  const parameters = names.length === 1 ? '1 parameter' : `${names.length} parameters`
  return names.length === 0 ? 'no parameters' : `${parameters} (${names.join(', ')})`
}

function namesMisfit(wanted: readonly string[], parameters: readonly Json[]): string | null {
  const given = new Set(parameters.map(({ parameter_name }) => asText(parameter_name)))
  const missing = wanted.filter((name) => !given.has(name))
  return missing.length === 0 ? null : `needs a parameter with parameter_name ${missing.join(', ')}`
}
