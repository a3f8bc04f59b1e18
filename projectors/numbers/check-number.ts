import { changeConnectionStatus } from '@recado/domain/connection/change-connection-status'
import { connection } from '@recado/domain/connection/connection'
import type { ConnectionStatus } from '@recado/domain/connection/events'
import { recoverConnection } from '@recado/domain/connection/recover-connection'
import type { ConnectionEntry } from '@recado/infra/directory/directory'
import { type ExecuteDeps, execute } from '@recado/infra/event-store/execute'
import type { CommandContext } from '@recado/infra/event-store/fact-metadata'
import type { GraphCalls } from '@recado/infra/providers/graph-api/graph-calls'
import { readNumberStatus } from '@recado/infra/providers/graph-api/number-status'

/** What a check works with. */
export type CheckDeps = ExecuteDeps & {
  readonly graph: Pick<GraphCalls, 'call'>
  readonly now: () => Date
  readonly newId: () => string
}

type News = { readonly status: ConnectionStatus; readonly reason: string; readonly details: object }

/**
 * Asks the provider how a number is and records what is new: its status, that its credentials are refused, or
 * that they are taken again. A provider that cannot be asked says nothing about the number.
 * @throws as execute
 */
export async function checkNumber(deps: CheckDeps, entry: ConnectionEntry): Promise<void> {
  const read = await readNumberStatus(deps.graph, entry)
  const at = deps.now().toISOString()
  const order = { aggregate: connection, id: entry.id, context: contextOf(deps, entry) }
  if (read.kind !== 'ok') {
    if (read.error.class !== 'auth' || entry.status === 'error') return
    const { code, title, details } = read.error
    const news: News = { status: 'error', reason: 'auth_failed', details: { code, title, details } }
    const command = { connection_id: entry.id, ...news, at }
    await execute(deps, { ...order, decide: changeConnectionStatus, command })
    return
  }
  const { status, told } = read
  const command = { connection_id: entry.id, at }
  if (entry.status === 'error' && (status === null || status === 'connected'))
    await execute(deps, { ...order, decide: recoverConnection, command })
  else if (status !== null && status !== entry.status) {
    const news: News = { status, reason: 'number_status', details: { status: told } }
    await execute(deps, {
      ...order,
      decide: changeConnectionStatus,
      command: { ...command, ...news },
    })
  }
}

/** Each check begins a chain of its own. */
function contextOf({ now, newId }: CheckDeps, { account_id }: ConnectionEntry): CommandContext {
  const chain = newId()
  return {
    account_id,
    actor: { type: 'system', id: 'numbers' },
    correlation_id: chain,
    causation_id: chain,
    request_id: null,
    now,
    newId,
  }
}
