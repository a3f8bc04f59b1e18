import { load } from '@recado/application/commands/load'
import { streamOf } from '@recado/application/ids'
import { Uuid } from '@recado/contract/ids'
import { apiKey } from '@recado/domain/api-key/api-key'
import { revokeApiKey } from '@recado/domain/api-key/revoke-api-key'
import { HttpProblem } from '@recado/infra/http/http-problem'
import { z } from 'zod'
import { operatorCommand } from '../routing/command-route.ts'

export const revokeApiKeyRoute = operatorCommand({
  method: 'DELETE',
  url: '/api-keys/:id',
  summary: 'Revoke an API key permanently',
  params: z.object({ id: Uuid }),
  problems: [404],
  prepare: async ({ params: { id } }, deps) => {
    const { state } = await load(deps, apiKey, streamOf(apiKey, id))
    return { account_id: state.account_id }
  },
  account: ({ account_id }) => account_id,
  aggregate: apiKey,
  stream: ({ params }) => params.id,
  command: ({ params, at }) => ({ key_id: params.id, at }),
  decide: revokeApiKey,
  refusals: { key_not_found: noSuchKey },
  reply: { 200: z.object({ data: z.object({ id: Uuid, revoked: z.literal(true) }) }) },
  answer: ({ params: { id } }) => ({ data: { id, revoked: true as const } }),
})

function noSuchKey(): HttpProblem {
  return new HttpProblem(
    404,
    'not_found',
    'no such key; give the id that was issued with the key, not its text',
  )
}
