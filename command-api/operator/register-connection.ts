import type { CommandContext } from '@recado/application/commands/command-context'
import { execute } from '@recado/application/commands/execute'
import { connectionNumberId } from '@recado/application/ids'
import { Uuid } from '@recado/contract/ids'
import { connection } from '@recado/domain/connection/connection'
import {
  type RegisterConnection,
  registerConnection,
} from '@recado/domain/connection/register-connection'
import { claimNumber } from '@recado/domain/connection-number/claim-number'
import { connectionNumber } from '@recado/domain/connection-number/connection-number'
import type { ApiRoute } from '@recado/infra/http/api-route'
import { type HttpProblem, invalidInput } from '@recado/infra/http/http-problem'
import type { ProviderKinds } from '@recado/infra/providers/provider'
import { providerOf } from '@recado/infra/providers/provider-of'
import type { NewNumber } from '@recado/infra/providers/registration'
import type { ConnectionEntry } from '@recado/infra/registry-entries'
import { hookId } from '@recado/infra/vault/hook-id'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { CommandDeps } from '../deps.ts'
import { commandContext } from '../request-context.ts'
import { operatorRoute } from '../route.ts'
import { accountExists, noSuchAccount } from './account-exists.ts'
import { newConnection } from './new-connection.ts'
import { OperatorConnection, shownConnection } from './shown-connection.ts'
import { storeCredentials } from './store-credentials.ts'

/**
 * Claim, credentials, connection: each step finds what an earlier attempt left, so a registration that stopped
 * half-way is completed by the same call.
 * @param providers whose numbers can be registered
 */
export function registerConnectionRoute(providers: ProviderKinds): ApiRoute<CommandDeps> {
  return operatorRoute({
    method: 'POST',
    url: '/accounts/:id/connections',
    summary: 'Register a WhatsApp number',
    params: z.object({ id: Uuid }),
    body: newConnection(providers),
    problems: [404],
    reply: { 201: z.object({ data: OperatorConnection }) },
    async handle(input, deps) {
      const account_id = input.params.id
      if (!(await accountExists(deps, account_id))) return noSuchAccount()
      const context = commandContext(input, deps, account_id)
      const connection_id = await claim(deps, account_id, input.body, context)
      if (connection_id === null)
        return taken(input.body, 'another account; release it there first')
      return register(deps, { account_id, connection_id }, input, context)
    },
  })
}

/** The connection that holds the number for the account; null when another account has it. */
async function claim(
  deps: CommandDeps,
  account_id: string,
  asked: NewNumber,
  context: CommandContext,
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
  ids: { account_id: string; connection_id: string },
  { body: asked, request }: { body: NewNumber; request: FastifyRequest },
  context: CommandContext,
) {
  const { named_by: _, name: __, credentials, ...given } = asked
  const secret_refs = await storeCredentials(deps, ids.account_id, credentials)
  const at = context.now().toISOString()
  const id = ids.connection_id
  const known = { ...given, account_id: ids.account_id, secret_refs }
  const phone_number = await shownNumber(deps, { ...known, id, phone_number_digits: null }, at)
  const hooks = hooksOfNew(deps, asked)
  const command: RegisterConnection = {
    ...{ ...ids, ...given, phone_number, secret_refs, at },
    ...(hooks.length > 0 && { hooks }),
  }
  const execution = { aggregate: connection, id, decide: registerConnection, command, context }
  const outcome = await execute(deps, execution)
  if (!('state' in outcome)) return taken(asked, `connection ${id} of this account`)
  const phone_number_digits = outcome.state?.phone_number_digits ?? null
  const shown = { ...command, id, phone_number_digits, hook: hooks[0] ?? null }
  const data = shownConnection(deps, request, shown)
  return { status: 201, body: { data }, position: outcome.position }
}

/** Ends of the addresses at which the number's app may post; none where its provider posts to connections. */
function hooksOfNew({ config, providers }: CommandDeps, { type, credentials }: NewNumber) {
  const { hook } = providerOf(providers, type)
  const secret = credentials[hook.credentials[0]]
  return hook.speaksFor === 'app' && secret !== undefined ? [hookId(config.VAULT_KEY, secret)] : []
}

// A number that has yet to be paired shows nothing; the number check learns what cannot be asked now.
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

function taken(asked: NewNumber, by: string): HttpProblem {
  return invalidInput(`${asked.named_by} ${asked.name} already serves ${by}`)
}
