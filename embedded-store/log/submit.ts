import type { Metadata } from '@grpc/grpc-js'
import { sleep } from '@recado/infra/concurrency/sleep'
import type { Hostility } from '../hostility.ts'
import type { Outcome, WriteRequest } from '../protocol/write-request.ts'
import type { Writer } from './writer.ts'

/** The call that requests a write; its metadata has the caller's login. */
export type Caller = { readonly metadata: Metadata }

/** Hands a write to the writer, here or on the leader. Null: the client never gets an answer. */
export type Submit = (request: WriteRequest, caller: Caller) => Promise<Outcome | null>

/** Submits writes with the delays and lost answers of the hostility. */
export function submitTo(writer: Writer, hostility: Hostility) {
  return async (request: WriteRequest): Promise<Outcome | null> => {
    const outcome = await writer.submit(request)
    const pause = hostility.delay()
    if (pause > 0) await sleep(pause)
    return outcome.kind === 'written' && hostility.dropsAnswer() ? null : outcome
  }
}
