import type { TemplateText } from '@recado/contract/dashboard/template'

/** What a person has filled in, by `keyOf`. */
export type Values = Readonly<Record<string, string>>

type Component = {
  readonly type: string
  readonly sub_type?: string
  readonly index?: string
  readonly parameters: readonly object[]
}

/** The components of a send, from the values of a template's variables. */
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

/** The name of a variable in the whole template: each text counts from 1. */
export function keyOf({ place, button }: TemplateText, name: string): string {
  return `${place} ${button ?? ''} ${name}`
}

/** A text as the person will read it, with what is filled in so far. */
export function filledText(text: TemplateText, values: Values): string {
  return text.text.replace(
    /\{\{\s*(\w+)\s*\}\}/g,
    (braces, name: string) => values[keyOf(text, name)] || braces,
  )
}
