import { load } from '@recado/application/commands/load'
import { streamOf } from '@recado/application/ids'
import { Uuid } from '@recado/contract/ids'
import { OperatorConnection } from '@recado/contract/operator-connection'
import { connection } from '@recado/domain/connection/connection'
import { replaceCredentials } from '@recado/domain/connection/replace-credentials'
import { connectionReleased } from '@recado/infra/http/connection-released'
import { type HttpProblem, invalidInput, unavailable } from '@recado/infra/http/http-problem'
import { aside } from '@recado/infra/http/request-places'
import { providerOf } from '@recado/infra/providers/provider-of'
import { secret } from '@recado/infra/providers/registration'
import type { ConnectionEntry } from '@recado/infra/registry-entries'
import { hookName } from '@recado/infra/vault/hook-name'
import { z } from 'zod'
import { noSuchConnection } from '../accounts/no-such-connection.ts'
import { hooksOf, shownConnection } from '../accounts/shown-connection.ts'
import { storeCredentials } from '../accounts/store-credentials.ts'
import { refusalOf } from '../connections/refusal-of.ts'
import type { CommandDeps } from '../deps.ts'
import { operatorCommand } from '../routing/command-route.ts'

const NewCredentials = z
  .object({
    token: secret.optional(),
    app_secret: secret.optional(),
    keep_previous: z
      .boolean()
      .default(true)
      .describe('false: posts that are signed with an earlier app secret are refused from now on.'),
  })
  .refine(({ token, app_secret }) => token !== undefined || app_secret !== undefined, {
    error: 'must have token, app_secret or both',
  })

/** Replaces an expired token or a changed app secret. A token that the provider refuses is not stored. */
export const replaceCredentialsRoute = operatorCommand({
  method: 'PATCH',
  url: '/connections/:id/credentials',
  summary: 'Replace the credentials of an official connection',
  description: `Posts that are signed with the replaced app secret are accepted too, until the next replacement. Each secret has
    an address of its own, \`hook_url\`; the addresses of earlier secrets stay, so the app can keep its address. Recado asks
    the provider whether it accepts a new token; if the provider does not answer, the token is stored.`,
  params: z.object({ id: Uuid }),
  body: NewCredentials,
  problems: [404],
  prepare: async (input, deps) => {
    const { params, body, request } = input
    const entry = deps.registry.connection(params.id)
    if (entry === undefined) return noSuchConnection()
    if (!deps.providers.get(entry.type)?.credentialsAreReplaced) return notReplaced()
    const { token, app_secret } = body
    const { state } = await load(deps, connection, streamOf(connection, params.id))
    const current = state?.secret_refs ?? {}
    const given = { token, app_secret }
    const secret_refs = await storeCredentials(deps, entry.account_id, given, current)
    const replaced = { ...entry, secret_refs: { ...current, ...secret_refs } }
    const refusal = token && (await aside(input, () => tokenProblem(deps, replaced, token)))
    if (refusal) return refusal
    const before = await hooksOf(deps, entry)
    const hooks = app_secret === undefined ? before : [await hookName(deps, app_secret), ...before]
    const data = shownConnection(deps, request, { ...entry, hook: hooks[0] ?? null })
    return { entry, secret_refs, compared_with: current.app_secret ?? null, hooks, data }
  },
  account: ({ entry }) => entry.account_id,
  aggregate: connection,
  stream: ({ params }) => params.id,
  command: ({ params, body: { keep_previous }, secret_refs, compared_with, hooks, at }) => ({
    connection_id: params.id,
    secret_refs,
    compared_with,
    keep_previous,
    hooks,
    at,
  }),
  decide: replaceCredentials,
  refusals: {
    connection_not_found: noSuchConnection,
    connection_released: () => connectionReleased('its credentials are not used any more'),
    secret_replaced: () =>
      unavailable('another call has just replaced the app secret; send the same again'),
  },
  reply: { 200: z.object({ data: OperatorConnection }) },
  answer: ({ data }) => ({ data }),
})

/**
 * The problem with a token that the provider refuses; null for any other, and for a released number, which uses none.
 */
async function tokenProblem(
  { providers, now }: CommandDeps,
  entry: ConnectionEntry,
  token: string,
): Promise<HttpProblem | null> {
  const { readNumber } = providerOf(providers, entry.type)
  if (readNumber === undefined || entry.released) return null
  const result = await readNumber(entry, now().toISOString())
  return result.kind === 'ok' ? null : refusalOf(result, `connection ${entry.id}`, { token })
}

function notReplaced(): HttpProblem {
  return invalidInput("the connection is not official; a gateway's keys are set with its session")
}
