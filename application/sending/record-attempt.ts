import { message, type OutboundMessage } from '@recado/domain/message/message'
import { streamOf } from '../ids.ts'
import type { AttemptSetup, MadeAttempt } from './attempt.ts'
import { learnPhone } from './learn-phone.ts'
import { noteAcceptedCredentials, noteRefusedCredentials } from './note-credentials.ts'
import { noteOptOut } from './note-opt-out.ts'
import { recordOutcome } from './record-outcome.ts'

/** The send after its attempt, and the position of its outcome; null where the log already had the outcome. */
export type RecordedAttempt = { readonly send: OutboundMessage; readonly position: bigint | null }

/**
 * Records the outcome of an attempt, in the background if the log does not answer. If the process dies first, a
 * status of the provider still tells the outcome.
 * @returns null when the outcome is not written yet
 */
export async function recordAttempt(
  setup: AttemptSetup,
  made: MadeAttempt,
): Promise<RecordedAttempt | null> {
  const { deps, context } = setup
  const { attempt, claimed, outcome, slot } = made
  const { ids } = made.loaded.send
  noteFindings(setup, made)
  const record = () => recordOutcome(deps, { ids, attempt, claimed }, outcome, context)
  try {
    const recorded = await record()
    slot?.free()
    if (recorded.refused !== undefined) return null
    return { send: recorded.state as OutboundMessage, position: recorded.position }
  } catch (error) {
    void deps.sending.background.untilDone(record, context, error).then(slot?.free)
    return null
  } finally {
    deps.cache.forget(streamOf(message, ids.message_id))
  }
}

/** Records what an outcome shows besides: the person's phone and opt-out, and whether the credentials work. */
function noteFindings(
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
