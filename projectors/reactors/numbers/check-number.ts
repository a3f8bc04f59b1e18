import type { CommandContext } from '@recado/application/commands/command-context'
import { type ExecuteDeps, execute } from '@recado/application/commands/execute'
import { changeConnectionStatus } from '@recado/domain/connection/change-connection-status'
import { changeConnectionThroughput } from '@recado/domain/connection/change-connection-throughput'
import { type Connection, connection } from '@recado/domain/connection/connection'
import { learnConnectionNumber } from '@recado/domain/connection/learn-connection-number'
import { messagesPerSecond } from '@recado/infra/providers/messages-per-second'
import type { NumberReport, Providers } from '@recado/infra/providers/provider'
import type { ProviderResult } from '@recado/infra/providers/provider-result'
import type { ConnectionEntry } from '@recado/infra/registry-entries'

export type CheckDeps = ExecuteDeps & {
  readonly providers: Providers
  readonly now: () => Date
  readonly newId: () => string
}

/** Asks the provider about the state of a number and records what is new. @throws as execute */
export async function checkNumber(
  deps: CheckDeps,
  entry: ConnectionEntry,
  context: CommandContext,
): Promise<void> {
  const at = context.now().toISOString()
  const result = await deps.providers.get(entry.type)?.readNumber?.(entry, at)
  if (result === undefined) return
  for (const report of reportsOf(result)) await record(deps, entry, report, context)
}

/** Records that the gateway of a number does not answer. @throws as execute */
export function disconnectNumber(
  deps: CheckDeps,
  entry: ConnectionEntry,
  context: CommandContext,
): Promise<void> {
  const lost = { status: 'disconnected', reason: 'gateway_unreachable' } as const
  const report: NumberReport = { kind: 'connection_status', ...lost, details: {} }
  return record(deps, entry, { ...report, placement: entry.placement }, context)
}

/** Rejected credentials put a number in error; any other failure says nothing about the number. */
function reportsOf(result: ProviderResult<readonly NumberReport[]>): readonly NumberReport[] {
  if (result.kind === 'ok') return result.value
  const { class: errorClass, ...details } = result.error
  if (errorClass !== 'auth') return []
  return [{ kind: 'connection_status', status: 'error', reason: 'auth_failed', details }]
}

async function record(
  deps: CheckDeps,
  entry: ConnectionEntry,
  report: NumberReport,
  context: CommandContext,
): Promise<void> {
  const execution = { aggregate: connection, id: entry.id, context }
  const asked = { connection_id: entry.id, at: context.now().toISOString() }
  if (report.kind === 'connection_number') {
    const { phone_number, placement } = report
    const command = { ...asked, phone_number, placement }
    await execute(deps, { ...execution, decide: learnConnectionNumber, command })
  } else if (report.kind === 'connection_throughput') {
    const { kind: _, ...granted } = report
    if (granted.messages_per_second === messagesPerSecond(deps.providers, entry)) return
    const command = { ...asked, ...granted }
    await execute(deps, { ...execution, decide: changeConnectionThroughput, command })
  } else if (report.status !== entry.status) {
    const { kind: _, ...change } = report
    // A status that was recorded meanwhile is newer than the provider's answer.
    const decide = (command: Parameters<typeof changeConnectionStatus>[0], state: Connection) =>
      state?.status === entry.status ? changeConnectionStatus(command, state) : []
    await execute(deps, { ...execution, decide, command: { ...asked, ...change } })
  }
}
