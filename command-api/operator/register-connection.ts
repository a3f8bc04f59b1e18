import type { CommandContext } from '@recado/application/commands/command-context'
import { execute } from '@recado/application/commands/execute'
import { CAPABILITIES } from '@recado/contract/connection'
import { Uuid } from '@recado/contract/ids'
import { connection } from '@recado/domain/connection/connection'
import {
  type RegisterConnection,
  registerConnection,
} from '@recado/domain/connection/register-connection'
import { claimNumber } from '@recado/domain/connection-number/claim-number'
import { connectionNumber } from '@recado/domain/connection-number/connection-number'
import { type HttpProblem, invalidInput } from '@recado/infra/http/http-problem'
import type { TokenOwner } from '@recado/infra/providers/graph-api/graph-api'
import { readNumberStatus } from '@recado/infra/providers/graph-api/number-status'
import { NAMESPACES, uuidOf } from '@recado/infra/uuid-v5'
import { hookId } from '@recado/infra/vault/hook-id'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { CommandDeps } from '../deps.ts'
import { commandContext } from '../request-context.ts'
import { operatorRoute } from '../route.ts'
import { accountExists, noSuchAccount } from './account-exists.ts'
import { hookUrl, OperatorConnection } from './hook-url.ts'
import { credentials, described, NewConnection, providerNumber } from './new-connection.ts'
import { storeCredentials } from './store-credentials.ts'

/**
 * Claim, credentials, connection: each step finds what an earlier attempt left, so a registration that stopped
 * half-way is completed by the same call.
 */
export const registerConnectionRoute = operatorRoute({
  method: 'POST',
  url: '/accounts/:id/connections',
  summary: 'Register a WhatsApp number',
  params: z.object({ id: Uuid }),
  body: NewConnection,
  problems: [404],
  reply: { 201: z.object({ data: OperatorConnection }) },
  async handle(input, deps) {
    const account_id = input.params.id
    if (!(await accountExists(deps, account_id))) return noSuchAccount()
    const context = commandContext(input, deps, account_id)
    const connection_id = await claim(deps, account_id, input.body, context)
    if (connection_id === null) return taken(input.body, 'another account; release it there first')
    return register(deps, { account_id, connection_id }, input, context)
  },
})

/** The connection that holds the number for the account; null when another account has it. */
async function claim(
  deps: CommandDeps,
  account_id: string,
  asked: NewConnection,
  context: CommandContext,
): Promise<string | null> {
  const { provider, number } = providerNumber(asked)
  const id = uuidOf(NAMESPACES.connectionNumber, provider, number)
  const at = context.now().toISOString()
  const command = { provider, number, account_id, connection_id: deps.newId(), at }
  const execution = { aggregate: connectionNumber, id, decide: claimNumber, command, context }
  const outcome = await execute(deps, execution)
  return 'state' in outcome ? (outcome.state?.connection_id ?? null) : null
}

async function register(
  deps: CommandDeps,
  ids: { account_id: string; connection_id: string },
  { body: asked, request }: { body: NewConnection; request: FastifyRequest },
  context: CommandContext,
) {
  const secret_refs = await storeCredentials(deps, ids.account_id, credentials(asked))
  const at = context.now().toISOString()
  const given = described(asked)
  const phone_number = await shownNumber(deps, { ...ids, ...given, secret_refs })
  const hooks = asked.type === 'official' && {
    hooks: [hookId(deps.config.VAULT_KEY, asked.app_secret)],
  }
  const command: RegisterConnection = { ...ids, ...given, phone_number, secret_refs, ...hooks, at }
  const id = ids.connection_id
  const execution = { aggregate: connection, id, decide: registerConnection, command, context }
  const outcome = await execute(deps, execution)
  if (!('state' in outcome)) return taken(asked, `connection ${id} of this account`)
  const { type, status } = command
  const phone_number_digits = outcome.state?.phone_number_digits ?? null
  const capabilities = CAPABILITIES[type]
  const hook_url = hookUrl(deps, request, { id, type, hook: command.hooks?.[0] ?? null })
  const data = { id, type, status, phone_number, phone_number_digits, capabilities, hook_url }
  return { status: 201, body: { data }, position: outcome.position }
}

// The number check learns what Meta cannot be asked now.
async function shownNumber(
  { graph }: CommandDeps,
  number: TokenOwner & Pick<ReturnType<typeof described>, 'type' | 'phone_number'>,
): Promise<string | null> {
  if (number.type !== 'official') return number.phone_number
  const read = await readNumberStatus(graph, number)
  return (read.kind === 'ok' ? read.phone_number : null) ?? number.phone_number
}

function taken(asked: NewConnection, by: string): HttpProblem {
  const field = asked.type === 'official' ? 'phone_number_id' : 'session'
  return invalidInput(`${field} ${providerNumber(asked).number} already serves ${by}`)
}
