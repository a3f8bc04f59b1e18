import type { Nats } from '@recado/infra/nats/connect'
import { type AnnouncedLag, announcedLag } from '../announced-lag.ts'
import type { Partition } from '../read-models/partitions.ts'

const SUBJECT = 'recado.intake.lag'

/** `partition` is absent where intake has only one. */
type LagAnnouncement = { readonly lag_ms: number; readonly partition?: number }

/** Announces to every process with hooks how far a partition of intake is behind, ms. Waits for nobody. */
export function announceIntakeLag(nats: Nats, lag_ms: number, { index, count }: Partition): void {
  const announcement: LagAnnouncement = { lag_ms, ...(count > 1 && { partition: index }) }
  nats.current()?.publish(SUBJECT, JSON.stringify(announcement))
}

/**
 * Follows the age of the raw events that intake records now.
 * @param now ms, never goes back
 * @returns a function that gives the lag of the partition that is most behind, ms; 0 while nothing waits, and without a
 *   recent announcement
 */
export function followIntakeLag(
  nats: Pick<Nats, 'subscribe'>,
  now: () => number = () => performance.now(),
): () => number {
  const lags = new Map<number, AnnouncedLag>()
  nats.subscribe(SUBJECT, (message) => {
    const { lag_ms, partition = 0 } = message.json<LagAnnouncement>()
    const lag = lags.get(partition) ?? announcedLag(now)
    lags.set(partition, lag)
    lag.hear(lag_ms)
  })
  return () => Math.max(0, ...[...lags.values()].map((lag) => lag.current()))
}
