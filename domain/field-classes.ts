import type { Fact } from './decision.ts'

/**
 * How far a field of a fact may travel. `personal`: about a person, or text that somebody wrote. `raw`: a native
 * object, request, answer or body, as a provider or an endpoint sent or received it. `plain`: any other field.
 */
export type FieldClass = 'personal' | 'raw' | 'plain'

type PathBelow<Value> = Value extends null | undefined
  ? never
  : Value extends readonly (infer Item)[]
    ? `[]${PathBelow<Item>}`
    : Value extends object
      ? `.${FieldPath<Value>}`
      : never

/** The path of a field in the data, such as `intent.party.phone`; `[]` stands for each item of a list. */
export type FieldPath<Data> = {
  [Name in keyof Data & string]-?: Name | `${Name}${PathBelow<Data[Name]>}`
}[keyof Data & string]

type HoldsAnything<Value> = Value extends readonly (infer Item)[]
  ? HoldsAnything<Item>
  : Value extends object
    ? keyof Value extends never
      ? true
      : never
    : never

type OpaqueBelow<Name extends string, Value> =
  true extends HoldsAnything<Value>
    ? Name
    : Value extends readonly unknown[] | null | undefined
      ? never
      : Value extends object
        ? `${Name}.${OpaquePath<Value>}`
        : never

/** Paths of the fields whose type allows any content. Each needs a class, even when that is `plain`. */
type OpaquePath<Data> = {
  [Name in keyof Data & string]-?: OpaqueBelow<Name, NonNullable<Data[Name]>>
}[keyof Data & string]

/** Names of text fields that nobody writes and that need no class: our ids, references, times and hashes. */
type PlainName =
  | `${string}_at`
  | `${string}_until`
  | `${string}_timestamp`
  | 'not_before'
  | 'before'
  | 'since'
  | 'run'
  | `${string}_ref`
  | `${string}sha256`
  | `${OurOwn}_id`
type OurOwn =
  | ('account' | 'key' | 'connection' | 'contact' | 'other_contact' | 'survivor' | 'conversation')
  | ('message' | 'stage' | 'sale' | 'template' | 'webhook' | 'delivery' | 'original_delivery')
  | ('event' | 'raw_event' | 'recovery' | 'user' | 'session')

type HoldsText<Value> = Value extends readonly (infer Item)[]
  ? HoldsText<Item>
  : string extends Value
    ? true
    : never

type TextName<Data> = {
  [Name in keyof Data & string]-?: true extends HoldsText<NonNullable<Data[Name]>>
    ? Exclude<Name, PlainName>
    : never
}[keyof Data & string]

/** Paths of the text fields of a fact and its intent. Each needs a class, so that no person's words leave unnoticed. */
type TextPath<Data> =
  | TextName<Data>
  | (Data extends { intent: infer Intent } ? `intent.${TextName<Intent>}` : never)

type FieldClassesOf<Data> = Readonly<
  Partial<Record<FieldPath<Data>, FieldClass>> &
    Record<OpaquePath<Data> | TextPath<Data>, FieldClass>
>

/**
 * The field classes of an aggregate's facts. A field without an entry is plain, and is no text that somebody writes.
 */
export type FieldClasses<Event extends Fact> = {
  readonly [Type in Event['type']]: FieldClassesOf<Extract<Event, { type: Type }>['data']>
}
