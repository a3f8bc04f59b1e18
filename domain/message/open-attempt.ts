import type { OutboundMessage } from './message.ts'

/** An attempt that ended. Of several processes that prepare it, only the one that claims it may record its call. */
export type EndedAttempt = {
  attempt: number
  /** Whether the attempt was claimed; false when it ended before. */
  claimed: boolean
}

/**
 * Whether an attempt may still be recorded as having sent nothing: a claimed attempt while it is the last one and has
 * no outcome, an unclaimed one while its send waits.
 */
export function isOpenAttempt(send: OutboundMessage, { attempt, claimed }: EndedAttempt): boolean {
  const { phase, attempt: last, held, not_before } = send
  if (claimed) return attempt === last && (phase === 'attempting' || phase === 'unresolved')
  const waits = phase === 'deferred' || (phase === 'unresolved' && not_before !== null)
  return (waits && attempt === last + 1) || (phase === 'deferred' && held && attempt === last)
}
