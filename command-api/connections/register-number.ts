import type { CommandContext } from '@recado/application/commands/command-context'
import { execute } from '@recado/application/commands/execute'
import { connectionNumberId } from '@recado/application/ids'
import { connection } from '@recado/domain/connection/connection'
import {
  type RegisterConnection,
  registerConnection,
} from '@recado/domain/connection/register-connection'
import { claimNumber } from '@recado/domain/connection-number/claim-number'
import { connectionNumber } from '@recado/domain/connection-number/connection-number'
import { type HttpProblem, invalidInput } from '@recado/infra/http/http-problem'
import { providerOf } from '@recado/infra/providers/provider-of'
import type { NewNumber } from '@recado/infra/providers/registration'
import type { ConnectionEntry } from '@recado/infra/registry-entries'
import { hookName } from '@recado/infra/vault/hook-name'
import type { FastifyRequest } from 'fastify'
import type { CommandDeps } from '../deps.ts'
import { shownConnection } from '../operator/shown-connection.ts'
import type { WriteAnswer } from '../route.ts'

/**
 * A registration of a number for an account.
 * @property store puts the credentials into the vault once the number is claimed
 * @property elsewhere completes the message "already serves …" for a number that another account has
 */
export type Registering = {
  readonly account_id: string
  readonly asked: NewNumber
  readonly context: CommandContext
  readonly request: FastifyRequest
  readonly store: () => Promise<Record<string, string>>
  readonly elsewhere: string
}

/**
 * Claims the number, stores the credentials, registers the connection. Each step accepts the results of an earlier
 * attempt, so repeating the call completes an interrupted registration.
 */
export async function registerNumber(
  deps: CommandDeps,
  registering: Registering,
): Promise<WriteAnswer | HttpProblem> {
  const { asked, elsewhere } = registering
  const connection_id = await claim(deps, registering)
  if (connection_id === null) return alreadyServes(asked, elsewhere)
  return register(deps, connection_id, registering)
}

/** @returns the id of the connection that holds the number; null when another account has it */
async function claim(
  deps: CommandDeps,
  { account_id, asked, context }: Registering,
): Promise<string | null> {
  const { provider } = providerOf(deps.providers, asked.type).capabilities
  const number = asked.name
  const id = connectionNumberId(provider, number)
  const at = context.now().toISOString()
  const command = { provider, number, account_id, connection_id: deps.newId(), at }
  const execution = { aggregate: connectionNumber, id, decide: claimNumber, command, context }
  const outcome = await execute(deps, execution)
  return 'state' in outcome ? (outcome.state?.connection_id ?? null) : null
}

async function register(
  deps: CommandDeps,
  id: string,
  { account_id, asked, context, request, store }: Registering,
) {
  const { named_by: _, name: __, credentials: ___, ...given } = asked
  const secret_refs = await store()
  const at = context.now().toISOString()
  const known = { ...given, account_id, secret_refs, released: false }
  const phone_number = await shownNumber(deps, { ...known, id, phone_number_digits: null }, at)
  const hooks = await hooksOfNew(deps, asked)
  const command: RegisterConnection = {
    account_id,
    connection_id: id,
    ...given,
    phone_number,
    secret_refs,
    at,
    ...(hooks.length > 0 && { hooks }),
  }
  const execution = { aggregate: connection, id, decide: registerConnection, command, context }
  const outcome = await execute(deps, execution)
  if (!('state' in outcome)) return alreadyServes(asked, `connection ${id} of this account`)
  const phone_number_digits = outcome.state?.phone_number_digits ?? null
  const shown = { ...command, id, phone_number_digits, hook: hooks[0] ?? null }
  const data = shownConnection(deps, request, shown)
  return { status: 201, body: { data }, position: outcome.position }
}

/** The last parts of the hook addresses of the number's app; none when its provider posts to a connection's address. */
async function hooksOfNew(deps: CommandDeps, { type, credentials }: NewNumber) {
  const { hook } = providerOf(deps.providers, type)
  const secret = credentials[hook.credentials[0]]
  return hook.speaksFor === 'app' && secret !== undefined ? [await hookName(deps, secret)] : []
}

// An unpaired number has nothing to read. The reactor for numbers asks again for what the provider does not answer now.
async function shownNumber(
  { providers }: CommandDeps,
  number: Omit<ConnectionEntry, 'hooks'>,
  at: string,
): Promise<string | null> {
  const { readNumber } = providerOf(providers, number.type)
  if (number.status !== 'connected' || readNumber === undefined) return number.phone_number
  const reports = await readNumber({ ...number, hooks: [] }, at)
  const shown = reports.find(({ kind }) => kind === 'connection_number')
  return shown?.kind === 'connection_number' ? shown.phone_number : number.phone_number
}

function alreadyServes(asked: NewNumber, whom: string): HttpProblem {
  return invalidInput(`${asked.named_by} ${asked.name} already serves ${whom}`)
}
