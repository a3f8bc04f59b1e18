import { changeConnectionStatus } from '@recado/domain/connection/change-connection-status'
import { connection } from '@recado/domain/connection/connection'
import type { SendError } from '@recado/domain/message/events'
import { type ExecuteDeps, execute } from '../event-store/execute.ts'
import type { CommandContext } from '../event-store/fact-metadata.ts'
import type { BackgroundWork } from './background-work.ts'
import type { CallOutcome } from './call-provider.ts'
import { type Attempt, recordOutcome } from './record-outcome.ts'

export type SettleDeps = ExecuteDeps & { readonly background: BackgroundWork }

/**
 * Records what an attempt came to. What cannot be written now is written in the background: the caller is told
 * the truth all the same, and a status settles the send if we die before.
 * @returns the log position of the outcome, null when it is not written yet
 */
export async function settleAttempt(
  deps: SettleDeps,
  attempt: Attempt,
  outcome: CallOutcome,
  context: CommandContext,
): Promise<bigint | null> {
  if (outcome.outcome === 'refused' && outcome.error.class === 'auth')
    deps.background.untilDone(() => breakConnection(deps, attempt, outcome.error, context))
  try {
    const recorded = await recordOutcome(deps, attempt, outcome, context)
    return 'position' in recorded ? recorded.position : null
  } catch {
    deps.background.untilDone(() => recordOutcome(deps, attempt, outcome, context))
    return null
  }
}

/** The provider does not take the connection's credentials: nothing can be sent until somebody looks. */
function breakConnection(
  deps: ExecuteDeps,
  { ids: { connection_id } }: Attempt,
  error: SendError,
  context: CommandContext,
) {
  const { code, title, details } = error
  const command = {
    connection_id,
    status: 'error' as const,
    reason: 'auth_failed',
    details: { code, title, details },
    at: context.now().toISOString(),
  }
  const decide = changeConnectionStatus
  return execute(deps, { aggregate: connection, id: connection_id, decide, command, context })
}
