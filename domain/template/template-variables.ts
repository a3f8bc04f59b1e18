import { asRecord, asRecords, asText } from '../provider-event/loose-json.ts'

/**
 * What must be filled in when a template is sent, in order header, body, buttons. Positional ones begin again in every
 * component, so they carry its name (`body.1`, `button.0.1`); named ones are unique already.
 * @param components as the provider lists them
 */
export function templateVariables(components: unknown, parameterFormat: string): string[] {
  const isNamed = parameterFormat.toUpperCase() === 'NAMED'
  const found = placesOf(components).flatMap(({ place, text }) =>
    placeholders(text).map((name) => (isNamed ? name : `${place}.${name}`)),
  )
  return [...new Set(found)]
}

type Place = { readonly place: string; readonly text: string }

function placesOf(components: unknown): readonly Place[] {
  const ofType = (type: string) =>
    asRecords(components).filter((each) => asText(each.type)?.toUpperCase() === type)
  const texts = (type: string, place: string) =>
    ofType(type).map(({ text }) => ({ place, text: asText(text) ?? '' }))
  const buttons = asRecords(asRecord(ofType('BUTTONS')[0]).buttons)
  return [
    ...texts('HEADER', 'header'),
    ...texts('BODY', 'body'),
    ...buttons.map(({ url }, index) => ({ place: `button.${index}`, text: asText(url) ?? '' })),
  ]
}

/** Numbers in their own order, names in that of the text. */
function placeholders(text: string): string[] {
  const found = [...text.matchAll(/\{\{\s*(\w+)\s*\}\}/g)].map(([, name = '']) => name)
  return found.sort((one, other) => Number(one) - Number(other) || 0)
}
