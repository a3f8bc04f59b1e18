import { changeConnectionStatus } from '@recado/domain/connection/change-connection-status'
import { connection } from '@recado/domain/connection/connection'
import { recoverConnection } from '@recado/domain/connection/recover-connection'
import type { SendError } from '@recado/domain/message/events'
import type { Gone, ProviderResult } from '@recado/infra/providers/provider-result'
import type { ConnectionEntry } from '@recado/infra/registry-entries'
import type { CommandContext } from '../commands/command-context.ts'
import { execute } from '../commands/execute.ts'
import type { Registry } from '../registry/registry.ts'
import type { BackgroundDeps } from './background-work.ts'

export type NoteDeps = BackgroundDeps & { readonly registry: Pick<Registry, 'connection'> }

/** The connection as it was when it was called: what a gateway says that it has left does not count. */
type Noted = Pick<ConnectionEntry, 'id' | 'placement'>

/** Records the connection as `error`: its provider refused the credentials, so sends fail until they are replaced. */
export function noteRefusedCredentials(
  deps: NoteDeps,
  { id: connection_id, placement }: Noted,
  error: SendError,
  context: CommandContext,
): void {
  const { code, title, details } = error
  const command = {
    connection_id,
    status: 'error' as const,
    reason: 'auth_failed',
    details: { code, title, details },
    placement,
    at: context.now().toISOString(),
  }
  const decide = changeConnectionStatus
  const execution = { aggregate: connection, id: connection_id, decide, command, context }
  void deps.sending.background.untilDone(() => execute(deps, execution), context)
}

/** Records that a connection in `error` works again, because its provider accepted the credentials. */
export function noteAcceptedCredentials(
  deps: NoteDeps,
  { id: connection_id, placement }: Noted,
  context: CommandContext,
): void {
  if (deps.registry.connection(connection_id)?.status !== 'error') return
  const command = { connection_id, placement, at: context.now().toISOString() }
  const decide = recoverConnection
  const execution = { aggregate: connection, id: connection_id, decide, command, context }
  void deps.sending.background.untilDone(() => execute(deps, execution), context)
}

/** Records what the result of a call that sends nothing shows of the credentials. */
export function noteCredentials(
  deps: NoteDeps,
  connection: ConnectionEntry,
  result: ProviderResult<unknown> | Gone,
  context: CommandContext,
): void {
  if (result.kind === 'ok') noteAcceptedCredentials(deps, connection, context)
  else if (result.error.class === 'auth')
    noteRefusedCredentials(deps, connection, result.error, context)
}
