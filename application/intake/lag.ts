import type { Nats } from '@recado/infra/nats/connect'
import { announcedLag } from '../announced-lag.ts'

const SUBJECT = 'recado.intake.lag'

type LagAnnouncement = { readonly lag_ms: number }

/** Tells every process with hooks how far intake is behind, without waiting. */
export function announceIntakeLag(nats: Nats, lag_ms: number): void {
  const told: LagAnnouncement = { lag_ms }
  nats.current()?.publish(SUBJECT, JSON.stringify(told))
}

/**
 * Follows how old the raw events are that intake records now. @param now ms, never goes back
 * @returns the lag, ms; 0 while nothing waits, and when nobody has told for a while
 */
export function followIntakeLag(
  nats: Pick<Nats, 'subscribe'>,
  now: () => number = () => performance.now(),
): () => number {
  const { hear, current } = announcedLag(now)
  nats.subscribe(SUBJECT, (message) => hear(message.json<LagAnnouncement>().lag_ms))
  return current
}
