/** The kinds of findings. */
export type What =
  | 'bytes_changed'
  | 'bytes_missing'
  /** No present or past secret of the connection gives this signature. */
  | 'signature_wrong'
  /** The raw event holds something that its bytes do not. */
  | 'payload_changed'
  | 'fact_changed'
  | 'fact_missing'
  | 'fact_extra'
  | 'other_translation'
  | 'revision_gap'
  | 'cause_missing'
  | 'fact_unreadable'
  | 'body_redacted'
  | 'body_deleted'
  /** Retention may have deleted what the fact refers to. */
  | 'kept_no_longer'
  /** A person that it is about was erased: nobody can read it. */
  | 'erased'
  /** What was said is older than MESSAGE_DAYS: nobody can read it. */
  | 'expired'
  | 'not_signed'
  | 'secret_missing'
  | 'not_recorded_yet'
  | 'read_models_behind'
  | 'provider_unknown'
  /** Only in an audit that a user waits for: `npm run audit` has no such limit. */
  | 'too_much_to_read'

/** One finding about one event. It contains no content, only where to look. */
export type Finding = {
  /** A difference is an error; what is unprovable may be right. */
  readonly verdict: 'difference' | 'unprovable'
  readonly what: What
  readonly event_id: string
  readonly stream: string
  readonly position: string
  readonly connection_id: string | null
  readonly detail: string
}

type Event = { readonly id: string; readonly stream: string; readonly position: bigint }

/** The finding that the log and the stored bytes differ. */
export function differenceFinding(event: Event, what: What, detail: string): Finding {
  return { verdict: 'difference', what, ...placeOf(event), detail }
}

/** The finding that an event cannot be proved, though it may be right. */
export function unprovableFinding(event: Event, what: What, detail: string): Finding {
  return { verdict: 'unprovable', what, ...placeOf(event), detail }
}

/** The finding that nobody can read what an event says. */
export function erasedFinding(event: Event & { readonly expired?: true }): Finding {
  if (event.expired === true)
    return unprovableFinding(event, 'expired', 'what was said in it is kept no longer')
  return unprovableFinding(event, 'erased', 'a person that it is about was erased')
}

function placeOf(event: Event) {
  const { id: event_id, stream, position } = event
  return { event_id, stream, position: String(position), connection_id: connectionOf(event) }
}

/** The connection that an event is about; null when it names none. */
export function connectionOf(event: object): string | null {
  const { data, metadata } = event as {
    data?: { connection_id?: unknown }
    metadata?: { actor?: { type?: unknown; id?: unknown } }
  }
  if (typeof data?.connection_id === 'string') return data.connection_id
  const { type, id } = metadata?.actor ?? {}
  return type === 'provider' && typeof id === 'string' ? id : null
}
