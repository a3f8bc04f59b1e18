import type { Nats } from '@recado/infra/nats/connect'

const SUBJECT = 'recado.intake.lag'
/** What was told longer ago counts no more: intake tells it ten times a second while it is behind. */
const COUNTS_MS = 5_000

type Told = { readonly lag_ms: number }

/** Tells every process with hooks how far intake is behind, without waiting. */
export function tellIntakeLag(nats: Nats, lag_ms: number): void {
  const told: Told = { lag_ms }
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
  let latest = { ms: 0, at: now() }
  nats.subscribe(SUBJECT, (message) => {
    latest = { ms: message.json<Told>().lag_ms, at: now() }
  })
  return () => (now() - latest.at < COUNTS_MS ? latest.ms : 0)
}
