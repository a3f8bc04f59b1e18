import type { Nats } from '@recado/infra/nats/connect'

export const PROGRESS_SUBJECT = 'recado.read-models.progress'

/** What an announcement says. */
export type Progress = {
  readonly schema: string
  readonly partition: number
  /** How many there are. */
  readonly partitions: number
  /** Of the partition; decimal text, because positions are 64-bit. */
  readonly position: string
  /** The age of the newest event of the commit, ms. */
  readonly lag_ms: number
}

/** Announces the progress of the read models to every process, without waiting. A lost message costs a poll. */
export function announceProgress(nats: Nats, progress: Progress): void {
  nats.current()?.publish(PROGRESS_SUBJECT, JSON.stringify(progress))
}
