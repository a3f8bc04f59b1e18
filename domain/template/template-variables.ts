import { asRecord, asRecords, asText, type Json } from '../provider-event/loose-json.ts'
import { placeholders } from './placeholders.ts'

/**
 * The variables that a send must fill, in order header, body, buttons. Positional ones begin again in every
 * component, so they carry its name (`body.1`, `button.0.1`); named ones are unique already.
 * @param components as the provider lists them
 */
export function templateVariables(components: unknown, parameterFormat: string): string[] {
  const found = placesOf(components).flatMap(({ place, text }) =>
    variablesOf(text).map((name) => (isNamed(parameterFormat) ? name : `${place}.${name}`)),
  )
  return [...new Set(found)]
}

export function isNamed(parameterFormat: string): boolean {
  return parameterFormat.toUpperCase() === 'NAMED'
}

/** A text that may have variables. */
export type Place = {
  /** `header`, `body`, `button.0`. */
  readonly place: string
  readonly text: string
  /** The component or button that the text belongs to. */
  readonly of: Json
}

/** The texts of a template that may have variables, in order header, body, buttons. */
export function placesOf(components: unknown): readonly Place[] {
  const ofType = (type: string) =>
    asRecords(components).filter((each) => asText(each.type)?.toUpperCase() === type)
  const texts = (type: string, place: string) =>
    ofType(type).map((of) => ({ place, text: asText(of.text) ?? '', of }))
  const buttons = asRecords(asRecord(ofType('BUTTONS')[0]).buttons)
  return [
    ...texts('HEADER', 'header'),
    ...texts('BODY', 'body'),
    ...buttons.map((of, index) => ({ place: `button.${index}`, text: asText(of.url) ?? '', of })),
  ]
}

/** The variables of a text, each once: numbers in numeric order, names in order of appearance. */
export function variablesOf(text: string): readonly string[] {
  return [...placeholders(text)].sort((one, other) => Number(one) - Number(other) || 0)
}
