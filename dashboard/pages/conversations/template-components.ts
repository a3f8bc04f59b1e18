import type { TemplateText } from '@recado/contract/dashboard/template'

/** The values of a template's variables, by `keyOf`. */
export type Values = Readonly<Record<string, string>>

type Component = {
  readonly type: string
  readonly sub_type?: string
  readonly index?: string
  readonly parameters: readonly object[]
}

/** The components of a send with the values of a template's variables. */
export function componentsOf(texts: readonly TemplateText[], values: Values): readonly Component[] {
  return texts
    .filter(({ variables }) => variables.length > 0)
    .map((text) => ({
      type: text.place,
      ...(text.button === null ? {} : { sub_type: 'url', index: String(text.button) }),
      parameters: text.variables.map(({ name, is_named }) => ({
        type: 'text',
        text: values[keyOf(text, name)] ?? '',
        ...(is_named ? { parameter_name: name } : {}),
      })),
    }))
}

/** A key for a variable that is unique in the template: the names in each text count from 1. */
export function keyOf({ place, button }: TemplateText, name: string): string {
  return `${place} ${button ?? ''} ${name}`
}

/** A text with the values filled in so far. */
export function filledText(text: TemplateText, values: Values): string {
  return text.text.replace(
    /\{\{\s*(\w+)\s*\}\}/g,
    (braces, name: string) => values[keyOf(text, name)] || braces,
  )
}
