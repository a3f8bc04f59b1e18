import { asRecord, asRecords, asText, type Json } from '../provider-event/loose-json.ts'
import { buttonsMisfit } from './fit-buttons.ts'
import { headerMisfit } from './fit-header.ts'
import { textMisfit, valuesOf } from './fit-text.ts'
import { fillPlaceholders } from './placeholders.ts'
import { isNamed } from './template-variables.ts'

/** The text of a send with a template, or why its components do not fit; the reason is read after the field's name. */
export type TemplateFit =
  | { readonly kind: 'fits'; readonly text: string }
  | { readonly kind: 'misfit'; readonly reason: string }

/** What the check needs of a template as the provider lists it: native components, POSITIONAL or NAMED. */
export type ListedTemplate = { readonly components: unknown; readonly parameter_format: string }

/** Checks the components of a send as the provider would: count and names of values, the header's file, the buttons. */
export function fitTemplate(template: ListedTemplate, sent: unknown): TemplateFit {
  const byName = isNamed(template.parameter_format)
  const [header, body] = [
    ofType(template.components, 'header'),
    ofType(template.components, 'body'),
  ]
  const text = asText(body[0]?.text) ?? ''
  const values = parametersOf(sent, 'body')
  const buttons = asRecords(asRecord(ofType(template.components, 'buttons')[0]).buttons)
  const reason =
    unknownComponent(template.components, sent) ??
    misfitOf('header', headerMisfit(header[0], byName, parametersOf(sent, 'header'))) ??
    misfitOf('body', textMisfit(text, byName, values)) ??
    buttonsMisfit(buttons, ofType(sent, 'button'))
  if (reason !== null) return { kind: 'misfit', reason }
  return { kind: 'fits', text: fillPlaceholders(text, valuesOf(text, byName, values)) }
}

function ofType(components: unknown, type: string): readonly Json[] {
  return asRecords(components).filter((each) => typeOf(each) === type)
}

function parametersOf(sent: unknown, type: string): readonly Json[] {
  return ofType(sent, type).flatMap(({ parameters }) => asRecords(parameters))
}

/** A component that the template does not have, such as a carousel; the provider checks the content of others. */
function unknownComponent(components: unknown, sent: unknown): string | null {
  const known = ['header', 'body', 'button', ...asRecords(components).map(typeOf)]
  const extra = asRecords(sent).find((each) => !known.includes(typeOf(each)))
  return extra === undefined ? null : `${typeOf(extra)} does not exist in the template`
}

function typeOf({ type }: Json): string {
  return asText(type)?.toLowerCase() ?? ''
}

function misfitOf(component: string, misfit: string | null): string | null {
  return misfit === null ? null : `${component} ${misfit}`
}
