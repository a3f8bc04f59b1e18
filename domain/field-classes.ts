import type { Fact } from './decision.ts'

/**
 * What may become of a field outside: `personal` says something of a person, or is text that somebody wrote; `raw` is as
 * a provider or an endpoint had it, a native object, a request, an answer or posted bytes. Any other field is `plain`.
 */
export type FieldClass = 'personal' | 'raw' | 'plain'

type PathBelow<Value> = Value extends null | undefined
  ? never
  : Value extends readonly (infer Item)[]
    ? `[]${PathBelow<Item>}`
    : Value extends object
      ? `.${FieldPath<Value>}`
      : never

/** Where a field of the data stands, such as `intent.party.phone`; `[]` is each item of a list. */
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

/** The fields that may hold anything: each of them is classed, `plain` included. */
type OpaquePath<Data> = {
  [Name in keyof Data & string]-?: OpaqueBelow<Name, NonNullable<Data[Name]>>
}[keyof Data & string]

/** Text that nobody wrote, by its name: our ids and references, times and hashes. */
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

/** The fields of text, in the fact and its intent: each of them is classed, or somebody's words leave unseen. */
type TextPath<Data> =
  | TextName<Data>
  | (Data extends { intent: infer Intent } ? `intent.${TextName<Intent>}` : never)

type FieldClassesOf<Data> = Readonly<
  Partial<Record<FieldPath<Data>, FieldClass>> &
    Record<OpaquePath<Data> | TextPath<Data>, FieldClass>
>

/** The classes of the fields of each fact of an aggregate; what is not named is plain, and no text that anybody may write. */
export type FieldClasses<Event extends Fact> = {
  readonly [Type in Event['type']]: FieldClassesOf<Extract<Event, { type: Type }>['data']>
}
