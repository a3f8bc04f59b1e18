import type { OutboundMessage } from '@recado/domain/message/message'
import type { CommandContext } from '../commands/command-context.ts'
import type { CallOutcome } from './call-provider.ts'
import { type NoteDeps, noteRefusedCredentials, noteTakenCredentials } from './note-credentials.ts'
import { noteOptOut } from './note-opt-out.ts'
import { type Attempt, recordOutcome } from './record-outcome.ts'

/** The send after its attempt; the position of what was written, null where that stood there before. */
export type Settled = { readonly send: OutboundMessage; readonly position: bigint | null }

/**
 * Records what an attempt came to. What cannot be written now is written in the background: the caller is told
 * the truth all the same where nothing else can ever be told of it, and a status settles the send if we die before.
 * @returns what the log says of the send by now; null when the outcome is not written yet
 */
export async function concludeAttempt(
  deps: NoteDeps,
  attempt: Attempt,
  outcome: CallOutcome,
  context: CommandContext,
): Promise<Settled | null> {
  const { connection_id } = attempt.ids
  if (outcome.outcome === 'accepted') noteTakenCredentials(deps, connection_id, context)
  if (outcome.outcome === 'refused' && outcome.error.class === 'auth')
    noteRefusedCredentials(deps, connection_id, outcome.error, context)
  noteOptOut(deps, attempt.ids, outcome, context)
  try {
    const recorded = await recordOutcome(deps, attempt, outcome, context)
    if (recorded.refused !== undefined) return null
    return { send: recorded.state as OutboundMessage, position: recorded.position }
  } catch {
    deps.background.untilDone(() => recordOutcome(deps, attempt, outcome, context))
    return null
  }
}
