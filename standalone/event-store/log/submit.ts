import { setTimeout as delay } from 'node:timers/promises'
import type { Hostility } from '../hostility.ts'
import type { Outcome, WriteRequest } from '../protocol/write-request.ts'
import type { Writer } from './writer.ts'

/** Hands a write to the writer. Null: the client never gets an answer. */
export type Submit = (request: WriteRequest) => Promise<Outcome | null>

/** Submits writes with the delays and lost answers of the hostility. */
export function submitTo(writer: Writer, hostility: Hostility): Submit {
  return async (request) => {
    const outcome = await writer.submit(request)
    const pause = hostility.delay()
    if (pause > 0) await delay(pause)
    return outcome.kind === 'written' && hostility.dropsAnswer() ? null : outcome
  }
}
