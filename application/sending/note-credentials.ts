import { changeConnectionStatus } from '@recado/domain/connection/change-connection-status'
import { connection } from '@recado/domain/connection/connection'
import { recoverConnection } from '@recado/domain/connection/recover-connection'
import type { SendError } from '@recado/domain/message/events'
import type { GraphResult } from '@recado/infra/providers/graph-api/read-result'
import type { ConnectionEntry } from '@recado/infra/registry-entries'
import type { CommandContext } from '../commands/command-context.ts'
import { type ExecuteDeps, execute } from '../commands/execute.ts'
import type { Registry } from '../registry/registry.ts'
import type { BackgroundWork } from './background-work.ts'

export type NoteDeps = ExecuteDeps & {
  readonly background: BackgroundWork
  readonly registry: Pick<Registry, 'connection'>
}

/** The provider does not take the connection's credentials: nothing can be sent until somebody looks. */
export function noteRefusedCredentials(
  deps: NoteDeps,
  connection_id: string,
  error: SendError,
  context: CommandContext,
): void {
  const { code, title, details } = error
  const command = {
    connection_id,
    status: 'error' as const,
    reason: 'auth_failed',
    details: { code, title, details },
    at: context.now().toISOString(),
  }
  const decide = changeConnectionStatus
  const order = { aggregate: connection, id: connection_id, decide, command, context }
  deps.background.untilDone(() => execute(deps, order))
}

/** A call went through: an error of the connection is over. */
export function noteTakenCredentials(
  deps: NoteDeps,
  connection_id: string,
  context: CommandContext,
): void {
  if (deps.registry.connection(connection_id)?.status !== 'error') return
  const command = { connection_id, at: context.now().toISOString() }
  const decide = recoverConnection
  const order = { aggregate: connection, id: connection_id, decide, command, context }
  deps.background.untilDone(() => execute(deps, order))
}

/** Notes what a call that sends nothing showed of the connection's credentials. */
export function noteCredentials(
  deps: NoteDeps,
  { id }: ConnectionEntry,
  result: GraphResult,
  context: CommandContext,
): void {
  if (result.kind === 'ok') noteTakenCredentials(deps, id, context)
  else if (result.error.class === 'auth') noteRefusedCredentials(deps, id, result.error, context)
}
