import type { Nats } from '@recado/infra/nats/connect'
import { announcedLag } from '../announced-lag.ts'

const SUBJECT = 'recado.intake.lag'

type LagAnnouncement = { readonly lag_ms: number }

/** Announces to every process with hooks how far intake is behind, ms. Waits for nobody. */
export function announceIntakeLag(nats: Nats, lag_ms: number): void {
  const announcement: LagAnnouncement = { lag_ms }
  nats.current()?.publish(SUBJECT, JSON.stringify(announcement))
}

/**
 * Follows the age of the raw events that intake records now.
 * @param now ms, never goes back
 * @returns a function that gives the lag, ms; 0 while nothing waits, and without a recent announcement
 */
export function followIntakeLag(
  nats: Pick<Nats, 'subscribe'>,
  now: () => number = () => performance.now(),
): () => number {
  const { hear, current } = announcedLag(now)
  nats.subscribe(SUBJECT, (message) => hear(message.json<LagAnnouncement>().lag_ms))
  return current
}
