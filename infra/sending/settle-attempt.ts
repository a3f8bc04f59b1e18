import type { CommandContext } from '../event-store/fact-metadata.ts'
import type { CallOutcome } from './call-provider.ts'
import { type NoteDeps, noteRefusedCredentials, noteTakenCredentials } from './note-credentials.ts'
import { noteOptOut } from './note-opt-out.ts'
import { type Attempt, recordOutcome } from './record-outcome.ts'

/**
 * Records what an attempt came to. What cannot be written now is written in the background: the caller is told
 * the truth all the same, and a status settles the send if we die before.
 * @returns the log position of the outcome, null when it is not written yet
 */
export async function settleAttempt(
  deps: NoteDeps,
  attempt: Attempt,
  outcome: CallOutcome,
  context: CommandContext,
): Promise<bigint | null> {
  const { connection_id } = attempt.ids
  if (outcome.outcome === 'accepted') noteTakenCredentials(deps, connection_id, context)
  if (outcome.outcome === 'refused' && outcome.error.class === 'auth')
    noteRefusedCredentials(deps, connection_id, outcome.error, context)
  noteOptOut(deps, attempt.ids, outcome, context)
  try {
    const recorded = await recordOutcome(deps, attempt, outcome, context)
    return 'position' in recorded ? recorded.position : null
  } catch {
    deps.background.untilDone(() => recordOutcome(deps, attempt, outcome, context))
    return null
  }
}
