/** A send without a final outcome, as the read models show it. Times are ISO 8601. */
export type OpenSend = {
  readonly id: string
  readonly account_id: string
  readonly connection_id: string
  /** Of the connection, and the gateway of its session. */
  readonly type: string
  readonly gateway_id: string | null
  readonly send_state: 'requested' | 'deferred' | 'unresolved'
  readonly attempt: number
  readonly created_at: string
  /** When the attempt under way, or the last one, was claimed. */
  readonly requested_at: string
  /** When it may be tried: for deferred sends, and for unresolved ones whose caller asked for that. */
  readonly next_at: string | null
  /** When an operator released it after a restore; its time begins anew then. */
  readonly released_at: string | null
  readonly wa_id: string | null
  /** The hidden id by which a gateway knows the person. */
  readonly lid: string | null
  /** Whether nothing may be sent to the person. */
  readonly restricted: boolean
  /** Whether what was to be sent has not expired. */
  readonly has_words: boolean
}

export type Limits = {
  /** After this, an attempt without an outcome is considered dead. */
  readonly outcomeMs: number
  /** After this, a deferred send is no longer tried. */
  readonly deferredMs: number
  /** After this, an unknown outcome counts as failed. */
  readonly unresolvedMs: number
}

export type Step = 'attempt' | 'leave_unresolved' | 'give_up'

export function nextStep(send: OpenSend, now: Date, limits: Limits): Step | null {
  const age = (since: string) => now.getTime() - Date.parse(since)
  const isOver = (since: string, ms: number) =>
    age(since) >= ms && (send.released_at === null || age(send.released_at) >= ms)
  const isDue = send.next_at !== null && age(send.next_at) >= 0
  switch (send.send_state) {
    case 'requested':
      return age(send.requested_at) >= limits.outcomeMs ? 'leave_unresolved' : null
    case 'unresolved':
      if (isOver(send.requested_at, limits.unresolvedMs)) return 'give_up'
      return isDue ? 'attempt' : null
    case 'deferred':
      if (isOver(send.created_at, limits.deferredMs)) return 'give_up'
      return isDue ? 'attempt' : null
  }
}
