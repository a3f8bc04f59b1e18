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

type FieldClassesOf<Data> = Readonly<
  Partial<Record<FieldPath<Data>, FieldClass>> & Record<OpaquePath<Data>, FieldClass>
>

/** The classes of the fields of each fact of an aggregate; what is not named is plain. */
export type FieldClasses<Event extends Fact> = {
  readonly [Type in Event['type']]: FieldClassesOf<Extract<Event, { type: Type }>['data']>
}
