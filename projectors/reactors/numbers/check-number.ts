import type { CommandContext } from '@recado/application/commands/command-context'
import { type ExecuteDeps, execute } from '@recado/application/commands/execute'
import { systemContext } from '@recado/application/commands/system-context'
import { changeConnectionStatus } from '@recado/domain/connection/change-connection-status'
import { type Connection, connection } from '@recado/domain/connection/connection'
import { learnConnectionNumber } from '@recado/domain/connection/learn-connection-number'
import type { NumberReport, Providers } from '@recado/infra/providers/provider'
import type { ConnectionEntry } from '@recado/infra/registry-entries'

/** What a check works with. */
export type CheckDeps = ExecuteDeps & {
  readonly providers: Providers
  readonly now: () => Date
  readonly newId: () => string
}

/**
 * Asks the provider how a number is and records what is new.
 * @throws as execute
 */
export async function checkNumber(deps: CheckDeps, entry: ConnectionEntry): Promise<void> {
  const at = deps.now().toISOString()
  const context = systemContext(deps, 'numbers', entry.account_id)
  const reports = await deps.providers.get(entry.type)?.readNumber?.(entry, at)
  for (const news of reports ?? []) await record(deps, entry, news, context)
}

async function record(
  deps: CheckDeps,
  entry: ConnectionEntry,
  news: NumberReport,
  context: CommandContext,
): Promise<void> {
  const order = { aggregate: connection, id: entry.id, context }
  const asked = { connection_id: entry.id, at: context.now().toISOString() }
  if (news.kind === 'connection_number') {
    const command = { ...asked, phone_number: news.phone_number }
    await execute(deps, { ...order, decide: learnConnectionNumber, command })
  } else if (news.status !== entry.status) {
    const { kind: _, ...change } = news
    // What came in meanwhile is newer than what we were told.
    const decide = (command: Parameters<typeof changeConnectionStatus>[0], state: Connection) =>
      state?.status === entry.status ? changeConnectionStatus(command, state) : []
    await execute(deps, { ...order, decide, command: { ...asked, ...change } })
  }
}
