import { type ExecuteDeps, execute } from '@recado/application/commands/execute'
import { systemContext } from '@recado/application/commands/system-context'
import type { Registry } from '@recado/application/registry/registry'
import { connection } from '@recado/domain/connection/connection'
import { endFormerSession as decide } from '@recado/domain/connection/end-former-session'
import type { Providers } from '@recado/infra/providers/provider'
import type { ConnectionEntry } from '@recado/infra/registry-entries'

/** What ending a session needs: the log, a clock and ids. */
export type EndingDeps = ExecuteDeps & {
  readonly now: () => Date
  readonly newId: () => string
}

/** A session that a moved number has left behind at a gateway. */
type FormerSession = {
  readonly connection: ConnectionEntry
  readonly gateway_id: string | null
}

type Deps = { readonly registry: Pick<Registry, 'connections'>; readonly providers: Providers }

/** The sessions that are still to be ended; those at a gateway that was removed are given up with it. */
export function formerSessions({ registry, providers }: Deps): readonly FormerSession[] {
  return [...registry.connections()].flatMap((one) =>
    one.former_gateways
      .filter((id) => providers.get(one.type)?.gateways?.has(id))
      .map((gateway_id) => ({ connection: one, gateway_id })),
  )
}

/** Ends the session at its gateway, and records that. @throws Error while the gateway does not do so; as execute */
export async function endFormerSession(
  deps: EndingDeps & Deps,
  { connection: entry, gateway_id }: FormerSession,
): Promise<void> {
  const ended = await deps.providers.get(entry.type)?.gateways?.endSession(entry, gateway_id)
  if (ended?.kind !== 'ok') throw new Error(ended?.error.title ?? 'the gateway is not known here')
  const { id, account_id } = entry
  const context = systemContext(deps, { part: 'sessions', account_id })
  const command = { connection_id: id, gateway_id, at: context.now().toISOString() }
  await execute(deps, { aggregate: connection, id, decide, command, context })
}
