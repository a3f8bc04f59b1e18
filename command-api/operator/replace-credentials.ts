import { execute } from '@recado/application/commands/execute'
import { CAPABILITIES } from '@recado/contract/connection'
import { Uuid } from '@recado/contract/ids'
import { connection } from '@recado/domain/connection/connection'
import { replaceCredentials } from '@recado/domain/connection/replace-credentials'
import { HttpProblem, invalidInput } from '@recado/infra/http/http-problem'
import { hookId } from '@recado/infra/vault/hook-id'
import { z } from 'zod'
import { commandContext } from '../request-context.ts'
import { operatorRoute } from '../route.ts'
import { hooksOf, hookUrl, OperatorConnection } from './hook-url.ts'
import { secret } from './new-connection.ts'
import { storeCredentials } from './store-credentials.ts'

/** Body of PATCH /connections/{id}/credentials. */
const NewCredentials = z
  .object({
    token: secret.optional(),
    app_secret: secret.optional(),
    keep_previous: z
      .boolean()
      .default(true)
      .describe(
        'false: hooks signed with an app secret before this one are not believed any more.',
      ),
  })
  .refine(({ token, app_secret }) => token !== undefined || app_secret !== undefined, {
    error: 'must have token, app_secret or both',
  })

/** A token has expired, or an app secret has changed. What the provider then says of the number shows by itself. */
export const replaceCredentialsRoute = operatorRoute({
  method: 'PATCH',
  url: '/connections/:id/credentials',
  summary: 'Replace the credentials of an official connection',
  description: `An app secret that is replaced is believed beside the new one until the next replacement. Each secret has an
    address of its own, \`hook_url\`; those of the secrets before stay, so the app need not be told the new one.`,
  params: z.object({ id: Uuid }),
  body: NewCredentials,
  problems: [404],
  reply: { 200: z.object({ data: OperatorConnection }) },
  async handle(input, deps) {
    const { id } = input.params
    const entry = deps.registry.connection(id)
    if (entry === undefined) return noSuchConnection()
    if (entry.type !== 'official') return notOfficial()
    const { keep_previous, ...secrets } = input.body
    const context = commandContext(input, deps, entry.account_id)
    const secret_refs = await storeCredentials(deps, entry.account_id, secrets)
    const at = context.now().toISOString()
    const before = await hooksOf(deps, entry)
    const hooks =
      secrets.app_secret === undefined
        ? before
        : [hookId(deps.config.VAULT_KEY, secrets.app_secret), ...before]
    const command = { connection_id: id, secret_refs, keep_previous, hooks, at }
    const order = { aggregate: connection, id, decide: replaceCredentials, command, context }
    const done = await execute(deps, order)
    if (!('position' in done))
      return done.refused === 'not_official' ? notOfficial() : noSuchConnection()
    const { type, status, phone_number, phone_number_digits } = entry
    const capabilities = CAPABILITIES[type]
    const hook_url = hookUrl(deps, input.request, { id, type, hook: hooks[0] ?? null })
    const data = { id, type, status, phone_number, phone_number_digits, capabilities, hook_url }
    return { status: 200, body: { data }, position: done.position }
  },
})

function noSuchConnection(): HttpProblem {
  return new HttpProblem(404, 'not_found', 'no such connection; register it first')
}

function notOfficial(): HttpProblem {
  return invalidInput("the connection is not official; a gateway's keys are set with its session")
}
