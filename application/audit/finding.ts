/** What an audit can find. */
export type What =
  /** The bytes of the post are not those that were kept a hash of. */
  | 'bytes_changed'
  /** The bytes of the post stand nowhere. */
  | 'bytes_missing'
  /** No secret of the connection, present or past, signs the bytes so. */
  | 'signature_wrong'
  /** The raw event says what is not in the bytes. */
  | 'payload_changed'
  /** A fact says something else than its raw event. */
  | 'fact_changed'
  /** A raw event says something of which no fact stands. */
  | 'fact_missing'
  /** A fact that no raw event says. */
  | 'fact_extra'
  /** A fact rests on another version of the translation. */
  | 'other_translation'
  /** A stream lacks a fact between two. */
  | 'revision_gap'
  /** What a fact names as its cause is none. */
  | 'cause_missing'
  /** A fact of a type that nobody here knows, or not as the schema of its type says. */
  | 'fact_unreadable'
  | 'body_redacted'
  | 'body_deleted'
  /** What the fact names may be kept no longer. */
  | 'kept_no_longer'
  | 'not_signed'
  | 'secret_missing'
  | 'not_recorded_yet'
  | 'read_models_behind'
  | 'provider_unknown'
  /** Only where somebody waits for the answer: an audit reads what it has to. */
  | 'too_much_to_read'

/** One thing that an audit says of one event. Names no content: only where to look. */
export type Finding = {
  /** A difference is wrong; what is unprovable may be right. */
  readonly verdict: 'difference' | 'unprovable'
  readonly what: What
  /** The event it is about, as the log names it. */
  readonly event_id: string
  readonly stream: string
  readonly position: string
  readonly connection_id: string | null
  /** In words. */
  readonly detail: string
}

type Event = { readonly id: string; readonly stream: string; readonly position: bigint }

/** Something wrong with an event. */
export function difference(event: Event, what: What, detail: string): Finding {
  return { verdict: 'difference', what, ...placeOf(event), detail }
}

/** Something of an event that cannot be proved, and why. */
export function unprovable(event: Event, what: What, detail: string): Finding {
  return { verdict: 'unprovable', what, ...placeOf(event), detail }
}

function placeOf(event: Event) {
  const { id: event_id, stream, position } = event
  return { event_id, stream, position: String(position), connection_id: connectionOf(event) }
}

/** The connection that an event is about, as far as it says. */
export function connectionOf(event: object): string | null {
  const { data, metadata } = event as {
    data?: { connection_id?: unknown }
    metadata?: { actor?: { type?: unknown; id?: unknown } }
  }
  if (typeof data?.connection_id === 'string') return data.connection_id
  const { type, id } = metadata?.actor ?? {}
  return type === 'provider' && typeof id === 'string' ? id : null
}
