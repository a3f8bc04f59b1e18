import { message, type OutboundMessage } from '@recado/domain/message/message'
import { streamOf } from '../ids.ts'
import type { AttemptSetup, MadeAttempt } from './attempt.ts'
import { learnPhone } from './learn-phone.ts'
import { noteAcceptedCredentials, noteRefusedCredentials } from './note-credentials.ts'
import { noteOptOut } from './note-opt-out.ts'
import { recordOutcome } from './record-outcome.ts'

/** The send after its attempt, and the position of what was written; null where that was in the log before. */
export type RecordedAttempt = { readonly send: OutboundMessage; readonly position: bigint | null }

/**
 * Records what an attempt came to. What cannot be written now is written in the background; should this process die
 * before, a status of the provider still tells the outcome.
 * @returns what the log says of the send by now; null when the outcome is not written yet
 */
export async function recordAttempt(
  setup: AttemptSetup,
  made: MadeAttempt,
): Promise<RecordedAttempt | null> {
  const { deps, context } = setup
  const { attempt, claimed, outcome } = made
  const { ids } = made.loaded.send
  noteWhatItShows(setup, made)
  const record = () => recordOutcome(deps, { ids, attempt, claimed }, outcome, context)
  try {
    const recorded = await record()
    if (recorded.refused !== undefined) return null
    return { send: recorded.state as OutboundMessage, position: recorded.position }
  } catch (error) {
    deps.sending.background.untilDone(record, context, error)
    return null
  } finally {
    // Few ended sends are asked for again.
    deps.cache.forget(streamOf(message, ids.message_id))
  }
}

/** What an outcome shows beside the send: the person's phone and wishes, and whether the credentials work. */
function noteWhatItShows(
  { deps, person, context }: AttemptSetup,
  { loaded: { send }, outcome }: MadeAttempt,
): void {
  const { connection_id } = send.ids
  learnPhone(deps, send, person.lid, outcome, context)
  noteOptOut(deps, send.ids, outcome, context)
  if (outcome.outcome === 'accepted') noteAcceptedCredentials(deps, connection_id, context)
  if (outcome.outcome === 'refused' && outcome.error.class === 'auth')
    noteRefusedCredentials(deps, connection_id, outcome.error, context)
}
