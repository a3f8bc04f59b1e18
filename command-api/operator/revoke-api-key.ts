import { execute } from '@recado/application/commands/execute'
import { load } from '@recado/application/commands/load'
import { Uuid } from '@recado/contract/ids'
import { apiKey } from '@recado/domain/api-key/api-key'
import { revokeApiKey } from '@recado/domain/api-key/revoke-api-key'
import { HttpProblem } from '@recado/infra/http/http-problem'
import { z } from 'zod'
import { commandContext } from '../request-context.ts'
import { operatorRoute } from '../route.ts'

export const revokeApiKeyRoute = operatorRoute({
  method: 'DELETE',
  url: '/api-keys/:id',
  summary: 'Revoke an API key for ever',
  params: z.object({ id: Uuid }),
  problems: [404],
  reply: { 200: z.object({ data: z.object({ id: Uuid, revoked: z.literal(true) }) }) },
  async handle(input, deps) {
    const { id } = input.params
    const { state } = await load(deps, apiKey, `${apiKey.category}-${id}`)
    const context = commandContext(input, deps, state.account_id)
    const command = { key_id: id, at: context.now().toISOString() }
    const order = { aggregate: apiKey, id, decide: revokeApiKey, command, context }
    const outcome = await execute(deps, order)
    if (!('state' in outcome)) return noSuchKey()
    return { status: 200, body: { data: { id, revoked: true } }, position: outcome.position }
  },
})

function noSuchKey(): HttpProblem {
  return new HttpProblem(
    404,
    'not_found',
    'no such key; give the id that came with it, not its text',
  )
}
