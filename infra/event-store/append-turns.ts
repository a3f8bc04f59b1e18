import type { EventData } from '@eventstore/db-client'
import type { RunningTime } from '../concurrency/running-time.ts'
import { type OnceGone, slotsWith } from '../concurrency/shared-slots.ts'
import { turnsBySize } from '../concurrency/turns-by-size.ts'
import { NotSent } from './client-fault.ts'
import { StoreUnavailable } from './errors.ts'
import type { Limits } from './limits.ts'

/**
 * The most bytes that a process has under way to the log: two of the largest appends, or two thousand small ones. All
 * appends of a process share one stream to the server, which is written and read in order: a new append is sent only
 * after everything that is under way.
 */
export const MAX_BYTES_UNDER_WAY = 2 * 1024 * 1024

/** Appends of one process take turns by payer and bytes. */
export type AppendTurns = {
  /**
   * @returns ends the turn; no promise if it comes at once, so that an append costs no wait where none is needed
   * @throws StoreUnavailable when the turn does not come in time; nothing was sent then
   */
  take(payer: string, proposals: readonly EventData[]): (() => void) | Promise<() => void>
}

/** @param time measures the wait, so that a process that stands still gives up no append for its own delay */
export function appendTurns(
  { appendDeadlineMs }: Pick<Limits, 'appendDeadlineMs'>,
  time: Pick<RunningTime, 'after'>,
): AppendTurns {
  const late = () =>
    new StoreUnavailable(
      'too many appends wait in this process; nothing was written; try again later',
      {
        outcomeUnknown: false,
        cause: new NotSent('its turn did not come in time'),
      },
    )
  const slots = slotsWith({ limit: MAX_BYTES_UNDER_WAY, late }, turnsBySize())
  const untilDeadline: OnceGone = (giveUp) => time.after(appendDeadlineMs, giveUp)
  return {
    take(payer, proposals) {
      const bytes = bytesOf(proposals)
      return (
        slots.takeNow(payer, bytes) ?? slots.take(payer, { onceGone: untilDeadline, size: bytes })
      )
    },
  }
}

function bytesOf(proposals: readonly EventData[]): number {
  return proposals.reduce((sum, { data, metadata }) => sum + lengthOf(data) + lengthOf(metadata), 0)
}

function lengthOf(serialised: unknown): number {
  return serialised instanceof Uint8Array ? serialised.length : 0
}
