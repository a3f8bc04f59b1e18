import type { CommandContext } from '@recado/application/commands/command-context'
import { execute } from '@recado/application/commands/execute'
import { load } from '@recado/application/commands/load'
import { connectionNumberId, streamOf } from '@recado/application/ids'
import { Uuid } from '@recado/contract/ids'
import { OperatorConnection } from '@recado/contract/operator-connection'
import { connection } from '@recado/domain/connection/connection'
import { releaseConnection } from '@recado/domain/connection/release-connection'
import { connectionNumber } from '@recado/domain/connection-number/connection-number'
import { type ReleaseNumber, releaseNumber } from '@recado/domain/connection-number/release-number'
import { HttpProblem } from '@recado/infra/http/http-problem'
import { isServed } from '@recado/infra/providers/gateway-calls'
import { providerOf } from '@recado/infra/providers/provider-of'
import { providerFailed } from '@recado/infra/providers/provider-problem'
import type { ConnectionEntry } from '@recado/infra/registry-entries'
import { z } from 'zod'
import { noSuchConnection } from '../accounts/no-such-connection.ts'
import { shownConnection } from '../accounts/shown-connection.ts'
import type { CommandDeps } from '../deps.ts'
import { positionToRead } from '../routing/position-to-read.ts'
import { commandContext } from '../routing/request-context.ts'
import { operatorRoute } from '../routing/route.ts'
import { forgetAccess } from './forget-access.ts'

/**
 * Ends a connection first and frees its number last. An interrupted call therefore never leaves two connections with one
 * number, and the same call completes it.
 */
export const releaseConnectionRoute = operatorRoute({
  method: 'POST',
  url: '/connections/:id/release',
  summary: 'Release the number of a connection',
  description: `This is final: the connection is disconnected, nothing is sent or received through it any more, the phone of a
    paired number is logged out at its gateway, and the token is deleted. The account can still read its history. Any
    account may then register the number again, as a new connection.`,
  params: z.object({ id: Uuid }),
  problems: [404, 502],
  reply: { 200: z.object({ data: OperatorConnection }) },
  async handle(input, deps) {
    const entry = deps.registry.connection(input.params.id)
    if (entry === undefined) return noSuchConnection()
    const done = await endConnection(deps, entry, commandContext(input, deps, entry.account_id))
    if (done instanceof HttpProblem) return done
    const position = await positionToRead(deps, streamOf(connection, entry.id), done.position)
    const now = { ...entry, status: 'disconnected' as const, released: true, hook: null }
    return { status: 200, body: { data: shownConnection(deps, input.request, now) }, position }
  },
})

/**
 * Ends a connection, logs out the phone of a paired one, frees its number and forgets its token. A repeated call completes
 * an interrupted one.
 */
export async function endConnection(
  deps: CommandDeps,
  entry: ConnectionEntry,
  context: CommandContext,
): Promise<{ readonly position: bigint | null } | HttpProblem> {
  const command = { connection_id: entry.id, at: context.now().toISOString() }
  const execution = { aggregate: connection, id: entry.id, command, context }
  const done = await execute(deps, { ...execution, decide: releaseConnection })
  if (done.refused !== undefined) return noSuchConnection()
  const problem = await freeNumber(deps, entry, command, context)
  if (problem !== null) return problem
  await forgetAccess(deps, entry)
  return { position: done.position }
}

/** Frees the number after its phone is logged out: the session's next owner must not read this account's chats. */
async function freeNumber(
  deps: CommandDeps,
  entry: ConnectionEntry,
  command: ReleaseNumber,
  context: CommandContext,
): Promise<HttpProblem | null> {
  const id = numberId(deps, entry)
  const { state: holder } = await load(deps, connectionNumber, streamOf(connectionNumber, id))
  // An earlier call has freed the number. Number and session may belong to another account by now.
  if (holder?.connection_id !== entry.id) return null
  const { pairing, gateways } = providerOf(deps.providers, entry.type)
  const loggedOut = isServed(gateways, entry) ? await pairing?.act(entry, 'log_out') : undefined
  // A session that is unknown to the gateway has no phone to log out.
  if (loggedOut && loggedOut.kind !== 'ok' && loggedOut.error.code !== 'http_404')
    return providerFailed(loggedOut.error)
  const left = await endFormerSessions(deps, entry)
  if (left !== null) return left
  const execution = { aggregate: connectionNumber, id, command, context }
  await execute(deps, { ...execution, decide: releaseNumber })
  return null
}

/** Ends the sessions that the number left at other gateways before: its phone may still be paired there. */
async function endFormerSessions(
  { providers }: CommandDeps,
  entry: ConnectionEntry,
): Promise<HttpProblem | null> {
  const gateways = providers.get(entry.type)?.gateways
  for (const id of entry.former_gateways) {
    if (!gateways?.has(id)) continue
    const ended = await gateways.endSession(entry, id)
    if (ended.kind !== 'ok') return providerFailed(ended.error)
  }
  return null
}

function numberId({ providers }: CommandDeps, { type, phone_number_id, session }: ConnectionEntry) {
  const { provider } = providerOf(providers, type).capabilities
  return connectionNumberId({ provider, number: phone_number_id ?? session ?? '' })
}
