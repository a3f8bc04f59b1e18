import { isServed } from '../providers/gateway-calls.ts'
import type { OpenProvider, Providers } from '../providers/provider.ts'
import type { ConnectionEntry } from '../registry-entries.ts'
import { connectionReleased } from './connection-released.ts'
import { HttpProblem, invalidInput, notFound } from './http-problem.ts'

/** The ability that an operation requires of a connection's provider, and the answer when the provider lacks it. */
export type Requirement<Ability> = {
  readonly of: (provider: OpenProvider) => Ability | undefined
  readonly otherwise: string
}

export type Able<Ability> = { readonly connection: ConnectionEntry; readonly ability: Ability }

/** The account's connection with this id: 404 without one, 422 when it is released or lacks the ability. */
export function requireConnection<Ability>(
  { registry, providers }: ConnectionDeps,
  ids: OwnConnection,
  requirement: Requirement<Ability>,
): Able<Ability> | HttpProblem {
  const connection = connectionInUse(registry, ids)
  if (connection instanceof HttpProblem) return connection
  return requireAbility(providers, connection, requirement)
}

/** The account's connection with this id, for what belongs to its number: 404 without one, 422 when it is released. */
export function connectionInUse(
  registry: ConnectionDeps['registry'],
  { account_id, connection_id }: OwnConnection,
): ConnectionEntry | HttpProblem {
  const connection = registry.connection(connection_id)
  if (connection?.account_id !== account_id) return notFound()
  return connection.released ? connectionReleased('choose another') : connection
}

export function requireAbility<Ability>(
  providers: Providers,
  connection: ConnectionEntry,
  { of, otherwise }: Requirement<Ability>,
): Able<Ability> | HttpProblem {
  if (connection.released) return connectionReleased('choose another')
  const provider = providers.get(connection.type)
  const ability = provider && of(provider)
  if (ability === undefined || !isServed(provider?.gateways, connection))
    return invalidInput(otherwise)
  return { connection, ability }
}

type OwnConnection = Readonly<Record<'account_id' | 'connection_id', string>>

type ConnectionDeps = {
  readonly registry: { connection(id: string): ConnectionEntry | undefined }
  readonly providers: Providers
}

/** For abilities that only numbers of the Cloud API have today. */
const NOT_OFFICIAL = 'the connection is not official; choose one with the type official'

export const HAS_HEALTH = {
  of: ({ health }: OpenProvider) => health,
  otherwise: NOT_OFFICIAL,
}

export const HAS_PROFILE = {
  of: ({ profile }: OpenProvider) => profile,
  otherwise: NOT_OFFICIAL,
}

export const TAKES_MEDIA = {
  of: ({ media }: OpenProvider) => media,
  otherwise: 'the connection does not support media; official connections do',
}

export const MARKS_READ = {
  of: ({ markRead }: OpenProvider) => markRead,
  otherwise: 'the connection does not support mark-read; official connections do',
}

export const IS_PAIRED = {
  of: ({ pairing }: OpenProvider) => pairing,
  otherwise:
    'the connection is not paired with a phone; those with the type freemium are, where the operator has set a gateway',
}
