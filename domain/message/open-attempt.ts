import type { OutboundMessage } from './message.ts'

/** An attempt that ended. Two senders may prepare the same one; only the one that claimed it may speak for the call. */
export type EndedAttempt = {
  attempt: number
  /** Whether it was claimed, or ended before. */
  claimed: boolean
}

/**
 * Whether it may still be written that an attempt sent nothing: the one claimed last while it has no other outcome, or
 * one of a send that waits.
 */
export function isOpenAttempt(send: OutboundMessage, { attempt, claimed }: EndedAttempt): boolean {
  const { phase, attempt: last, held, not_before } = send
  if (claimed) return attempt === last && (phase === 'attempting' || phase === 'unresolved')
  const waits = phase === 'deferred' || (phase === 'unresolved' && not_before !== null)
  return (waits && attempt === last + 1) || (phase === 'deferred' && held && attempt === last)
}
