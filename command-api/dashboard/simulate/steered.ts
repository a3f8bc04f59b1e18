import type { Ids } from '@recado/application/ids'
import {
  type HttpProblem,
  invalidInput,
  notFound,
  unavailable,
} from '@recado/infra/http/http-problem'
import {
  type ControlResult,
  controlSimulator,
  type Simulators,
} from '@recado/infra/http/sign-in/simulators'
import type { ConnectionEntry } from '@recado/infra/registry-entries'
import type { CommandDeps } from '../../deps.ts'

export type Simulated = { readonly connection: ConnectionEntry; readonly simulators: Simulators }

/** The account's connection and the simulators: 404 without either. */
export function findSimulated(
  { registry, simulators }: CommandDeps,
  { account_id, connection_id }: Ids<'account_id' | 'connection_id'>,
): Simulated | HttpProblem {
  const connection = registry.connection(connection_id)
  if (simulators === null || connection?.account_id !== account_id) return notFound()
  return { connection, simulators }
}

export function isOfficial({ connection }: Simulated): boolean {
  return connection.phone_number_id !== null
}

/** Controls the simulator of the connection's provider, which reports the effect through its signed hook. */
export async function steerFor(
  of: Simulated,
  path: string,
  body: object,
): Promise<Extract<ControlResult, { kind: 'done' }> | HttpProblem> {
  const origin = isOfficial(of) ? of.simulators.graph : of.simulators.waha
  const done = await controlSimulator(origin, path, body)
  if (done.kind === 'away') return unavailable('the simulator does not answer; try again')
  return done.kind === 'refused' ? invalidInput(`the simulator says: ${done.message}`) : done
}
