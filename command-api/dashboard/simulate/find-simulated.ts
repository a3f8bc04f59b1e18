import type { Ids } from '@recado/application/ids'
import { kindOf } from '@recado/contract/connection-kinds'
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

/** A connection, and the simulator of its provider. */
export type Simulated = {
  readonly connection: ConnectionEntry
  readonly simulator: keyof Simulators
  readonly origin: string
}

type Deps = Pick<CommandDeps, 'simulators'> & {
  readonly registry: Pick<CommandDeps['registry'], 'connection'>
}

/** The account's connection with its simulator: 404 without simulators, 422 if its provider has none. */
export function findSimulated(
  { registry, simulators }: Deps,
  { account_id, connection_id }: Ids<'account_id' | 'connection_id'>,
): Simulated | HttpProblem {
  const connection = registry.connection(connection_id)
  if (simulators === null || connection?.account_id !== account_id) return notFound()
  const { simulator } = kindOf(connection.type)
  if (simulator === null)
    return invalidInput('connection_id must name a number whose provider is simulated')
  return { connection, simulator, origin: simulators[simulator] }
}

/** Controls the simulator of a connection, which reports the effect through the provider's signed hook. */
export async function controlSimulatorOf(
  { origin }: Simulated,
  path: string,
  body: object,
): Promise<Extract<ControlResult, { kind: 'done' }> | HttpProblem> {
  const done = await controlSimulator(origin, path, body)
  if (done.kind === 'away') return unavailable('the simulator does not answer; try again')
  return done.kind === 'refused' ? invalidInput(`the simulator says: ${done.message}`) : done
}
