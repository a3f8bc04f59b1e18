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
import { HttpProblem, invalidInput } from '@recado/infra/http/http-problem'
import type { NumberReport } from '@recado/infra/providers/provider'
import { providerOf } from '@recado/infra/providers/provider-of'
import { providerFailed } from '@recado/infra/providers/provider-problem'
import type { NewNumber } from '@recado/infra/providers/registration'
import { hookName } from '@recado/infra/vault/hook-name'
import type { FastifyRequest } from 'fastify'
import { shownConnection } from '../accounts/shown-connection.ts'
import { storeCredentials } from '../accounts/store-credentials.ts'
import type { CommandDeps } from '../deps.ts'
import { chooseGateway } from '../gateways/choose-gateway.ts'
import { withGateways } from '../gateways/with-gateways.ts'
import type { WriteAnswer } from '../routing/route.ts'
import { refusalOf } from './refusal-of.ts'

/**
 * A registration of a number for an account.
 * @property aside waits for the provider without holding the request's place
 * @property ifSilent what a provider that does not answer means: a number that is `pending` until it does, or a refusal,
 *   where only the provider's answer proves that the number is the caller's
 * @property whenFull completes the message "no gateway has room for another session; …"
 * @property elsewhere completes the message "already serves …" for a number that another account has
 */
export type Registering = {
  readonly account_id: string
  readonly requested: NewNumber
  readonly context: CommandContext
  readonly request: FastifyRequest
  readonly aside: Aside
  readonly ifSilent: 'pending' | 'refuse'
  readonly elsewhere: string
  readonly whenFull: string
}

type Aside = <T>(wait: () => Promise<T>) => Promise<T>

/**
 * Stores the credentials, checks with the provider whether they belong to the number, claims the number, and registers
 * the connection. Each step accepts the results of an earlier attempt, so repeating the call completes an interrupted
 * registration.
 */
export async function registerNumber(
  deps: CommandDeps,
  registering: Registering,
): Promise<WriteAnswer | HttpProblem> {
  const { account_id, requested, elsewhere } = registering
  const secret_refs = await storeCredentials(deps, account_id, requested.credentials)
  const shown = await askProvider(deps, registering, secret_refs)
  if (shown instanceof HttpProblem) return shown
  return atGateway(deps, registering, async (gateway_id) => {
    const connection_id = await claimForAccount(deps, registering)
    if (connection_id === null) return alreadyServes(requested, elsewhere)
    return registerClaimed(deps, connection_id, registering, { ...shown, secret_refs, gateway_id })
  })
}

/** Finds a gateway for the session before the number is claimed, where there are gateways: a full one claims nothing. */
async function atGateway<T>(
  deps: CommandDeps,
  { requested, whenFull }: Registering,
  work: (gateway_id: string | null) => Promise<T>,
): Promise<T | HttpProblem> {
  const { gateways } = providerOf(deps.providers, requested.type)
  if (gateways === undefined) return work(null)
  return withGateways(deps, async (inUse) => {
    // An installation without any gateway keeps its numbers until it has one.
    if (inUse.length === 0 && requested.gateway_id === undefined) return work(null)
    const chosen = chooseGateway(inUse, requested.gateway_id, whenFull)
    return chosen instanceof HttpProblem ? chosen : work(chosen.id)
  })
}

type Shown = Pick<NewNumber, 'status' | 'phone_number'>

/** The number as its provider shows it. An unpaired number has nothing to read. */
async function askProvider(
  { providers, newId }: CommandDeps,
  { account_id, requested, context, aside, ifSilent }: Registering,
  secret_refs: Record<string, string>,
): Promise<Shown | HttpProblem> {
  const { named_by: _, name: __, credentials, gateway_id: ___, ...given } = requested
  const { readNumber } = providerOf(providers, requested.type)
  if (requested.status !== 'connected' || readNumber === undefined) return requested
  const none = {
    ...{ phone_number_digits: null, hooks: [], messages_per_second: null },
    ...{ gateway_id: null, placement: 0, former_gateways: [] },
    released: false,
  }
  const number = { ...given, ...none, id: newId(), account_id, secret_refs }
  const result = await aside(() => readNumber(number, context.now().toISOString()))
  if (result.kind === 'ok') return { ...requested, ...reportedNumber(result.value) }
  const refusal = refusalOf(
    result,
    `${requested.named_by} ${requested.name}`,
    requested.credentials,
  )
  if (refusal !== null) return refusal
  return ifSilent === 'pending' ? { ...requested, status: 'pending' } : providerFailed(result.error)
}

function reportedNumber(reports: readonly NumberReport[]): Partial<Shown> {
  const shown = reports.find(({ kind }) => kind === 'connection_number')
  return shown?.kind === 'connection_number' ? { phone_number: shown.phone_number } : {}
}

/** @returns the id of the connection that holds the number; null when another account has it */
async function claimForAccount(
  deps: CommandDeps,
  { account_id, requested, context }: Registering,
): Promise<string | null> {
  const { provider } = providerOf(deps.providers, requested.type).capabilities
  const number = requested.name
  const id = connectionNumberId({ provider, number })
  const at = context.now().toISOString()
  const command = { provider, number, account_id, connection_id: deps.newId(), at }
  const execution = { aggregate: connectionNumber, id, decide: claimNumber, command, context }
  const outcome = await execute(deps, execution)
  return 'state' in outcome ? (outcome.state?.connection_id ?? null) : null
}

type Stored = {
  readonly secret_refs: Record<string, string>
  readonly gateway_id: string | null
}

async function registerClaimed(
  deps: CommandDeps,
  id: string,
  { account_id, requested, context, request }: Registering,
  { status, phone_number, secret_refs, gateway_id }: Shown & Stored,
) {
  const { named_by: _, name: __, credentials: ___, gateway_id: ____, ...given } = requested
  const at = context.now().toISOString()
  const hooks = await hooksOfNew(deps, requested)
  const command: RegisterConnection = {
    account_id,
    connection_id: id,
    ...given,
    status,
    phone_number,
    secret_refs,
    at,
    ...(hooks.length > 0 && { hooks }),
    ...(gateway_id !== null && { gateway_id }),
  }
  const execution = { aggregate: connection, id, decide: registerConnection, command, context }
  const outcome = await execute(deps, execution)
  if (!('state' in outcome)) return alreadyServes(requested, `connection ${id} of this account`)
  const phone_number_digits = outcome.state?.phone_number_digits ?? null
  const shown = { ...command, id, phone_number_digits, gateway_id, hook: hooks[0] ?? null }
  const data = shownConnection(deps, request, shown)
  return { status: 201, body: { data }, position: outcome.position }
}

/** The last parts of the hook addresses of the number's app; none when its provider posts to a connection's address. */
async function hooksOfNew(deps: CommandDeps, { type, credentials }: NewNumber) {
  const { hook } = providerOf(deps.providers, type)
  const secret = credentials[hook.credentials[0]]
  return hook.speaksFor === 'app' && secret !== undefined ? [await hookName(deps, secret)] : []
}

function alreadyServes(requested: NewNumber, whom: string): HttpProblem {
  return invalidInput(`${requested.named_by} ${requested.name} already serves ${whom}`)
}
