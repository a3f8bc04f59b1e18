import type { Nats } from '@recado/infra/nats/connect'

/** Core NATS subject on which the projector announces how far it is. */
export const PROGRESS_SUBJECT = 'recado.read-models.progress'

/** What is told after each commit. */
export type Progress = {
  readonly schema: string
  /** Decimal text: positions are 64-bit. */
  readonly position: string
  /** How old the newest event of the commit was. */
  readonly lag_ms: number
}

/** Tells every process how far the read models are. Nothing waits for it; a lost message costs a poll. */
export function announceProgress(nats: Nats, progress: Progress): void {
  nats.current()?.publish(PROGRESS_SUBJECT, JSON.stringify(progress))
}
