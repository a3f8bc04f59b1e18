import type { Fact } from './decision.ts'

/**
 * How far a field of a fact may travel, and how long it may be kept. `personal`: about a person. `said`: what somebody
 * wrote or sent, which MESSAGE_DAYS may destroy while the person stays known. `raw`: a native object, request, answer or
 * body, as a provider or an endpoint sent or received it; `saidRaw`: one that holds what somebody said. `plain`: any other
 * field.
 */
export type FieldClass = 'personal' | 'said' | 'raw' | 'saidRaw' | 'plain'

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
  | ('gateway' | 'previous_gateway')
  | ('event' | 'raw_event' | 'recovery' | 'user' | 'session')

/** Whether a type allows any content. */
type IsOpaque<Value> = keyof Value extends never ? true : string extends keyof Value ? true : false

type IsText<Name, Value> = string extends Value ? (Name extends PlainName ? false : true) : false

/**
 * What must be said of a field, by its path and its name. A text, and a field that allows any content, need a class; an
 * object needs one, or else each such field in it does, so that no person's words leave unnoticed.
 */
type ClassOf<Path extends string, Name, Value> = [Value] extends [readonly (infer Item)[]]
  ? ClassOf<Path, Name, Item> | ClassOf<`${Path}[]`, Name, Item>
  : [Value] extends [object]
    ?
        | Readonly<Record<Path, FieldClass>>
        | (IsOpaque<Value> extends true ? never : ClassesIn<Value, `${Path}.`>)
    : IsText<Name, Value> extends true
      ? Readonly<Record<Path, FieldClass>>
      : object

/** What must be said of all fields of an object. */
type ClassesIn<Data, Prefix extends string = ''> = {
  [Name in keyof Data & string]-?: (
    classes: ClassOf<`${Prefix}${Name}`, Name, NonNullable<Data[Name]>>,
  ) => void
}[keyof Data & string] extends (classes: infer All) => void
  ? All
  : never

type FieldClassesOf<Data> = Readonly<Partial<Record<FieldPath<Data>, FieldClass>>> & ClassesIn<Data>

/**
 * The field classes of an aggregate's facts. A field without an entry is plain, and is no text that somebody writes.
 */
export type FieldClasses<Event extends Fact> = {
  readonly [Type in Event['type']]: FieldClassesOf<Extract<Event, { type: Type }>['data']>
}
