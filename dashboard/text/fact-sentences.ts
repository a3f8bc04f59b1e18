import type { DomainEvent } from '@recado/domain/personal-fields'
import { shortText } from './short-text.ts'

/** A fact as shown: any field may be missing. */
type Shown<Value> = Value extends readonly (infer Item)[]
  ? readonly Shown<Item>[]
  : Value extends object
    ? { readonly [Name in keyof Value]?: Shown<Value[Name]> }
    : Value

/** A sentence for each fact; a fact without one does not compile. */
export type FactSentences = {
  readonly [Event in DomainEvent as Event['type']]: (data: Shown<Event['data']>) => string
}

/** A shortened text in quotation marks after a colon; empty for no text. */
export function quote(text: string | null | undefined): string {
  if (text === undefined || text === null || text === '') return ''
  return `: “${shortText(text, 80)}”`
}
