import type { DomainEvent } from '@recado/domain/personal-fields'
import { shortText } from './short-text.ts'

/** What is shown of a fact: any field may be left out. */
type Shown<Value> = Value extends readonly (infer Item)[]
  ? readonly Shown<Item>[]
  : Value extends object
    ? { readonly [Name in keyof Value]?: Shown<Value[Name]> }
    : Value

/** A sentence for each fact: one that has none does not compile. */
export type FactSentences = {
  readonly [Event in DomainEvent as Event['type']]: (data: Shown<Event['data']>) => string
}

/** A text in quotation marks of both languages, short; nothing for what has no text. */
export function quoted(text: string | null | undefined): string {
  if (text === undefined || text === null || text === '') return ''
  return `: “${shortText(text, 80)}”`
}
