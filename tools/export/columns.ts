import type { Fact } from '@recado/domain/decision'

/** What a column holds. A timestamp is UTC with milliseconds; JSON is whatever nests. */
export type ColumnKind = 'text' | 'timestamp' | 'integer' | 'boolean' | 'json'

/** In the order of the file. */
export type Columns = Readonly<Record<string, ColumnKind>>

export const COMMON = {
  event_id: 'text',
  type: 'text',
  position: 'integer',
  stream: 'text',
  revision: 'integer',
  account_id: 'text',
  recorded_at: 'timestamp',
  actor_type: 'text',
  actor_id: 'text',
  correlation_id: 'text',
  causation_id: 'text',
} as const satisfies Columns

type Common = keyof typeof COMMON

/** The fields of a fact; those of its intent as `intent_…`. */
type Flat<Data> = Data extends { intent: infer Intent }
  ? Omit<Data, 'intent'> & { [Name in keyof Intent & string as `intent_${Name}`]: Intent[Name] }
  : Data

/** The raw fields of a fact, which are never exported. */
type Raw<Classes> = {
  [Path in keyof Classes]: Classes[Path] extends 'raw'
    ? Path extends `intent.${infer Name}`
      ? `intent_${Name}`
      : Path
    : never
}[keyof Classes]

type ClassesOf<Event extends Fact> = { readonly [Type in Event['type']]: object }

type Field<Event extends Fact, Classes> = Event extends Fact
  ? Event['type'] extends keyof Classes
    ? Exclude<keyof Flat<Event['data']> & string, Raw<Classes[Event['type']]>>
    : never
  : never

type Held<Event extends Fact, Name> = Event extends Fact
  ? Name extends keyof Flat<Event['data']>
    ? NonNullable<Flat<Event['data']>[Name]>
    : never
  : never

type Time = `${string}_at` | `${string}_until` | `${string}_timestamp` | 'not_before'

type KindOf<Name, Value> = [Value] extends [string]
  ? Name extends Time
    ? 'timestamp'
    : 'text'
  : [Value] extends [number]
    ? 'integer'
    : [Value] extends [boolean]
      ? 'boolean'
      : 'json'

/**
 * The columns of a category: every field of its facts that is not raw, with the kind of its type. A field named like
 * a common column is `data_…`. A missing or superfluous column does not compile.
 */
export type ColumnsOf<Event extends Fact, Classes extends ClassesOf<Event>> = {
  readonly [Name in Field<Event, Classes> as Name extends Common ? `data_${Name}` : Name]: KindOf<
    Name,
    Held<Event, Name>
  >
}
