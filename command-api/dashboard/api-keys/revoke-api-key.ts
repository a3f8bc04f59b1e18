import { ApiKeyId, RevokedApiKey } from '@recado/contract/dashboard/api-key'
import { apiKey } from '@recado/domain/api-key/api-key'
import { revokeApiKey } from '@recado/domain/api-key/revoke-api-key'
import { notFound } from '@recado/infra/http/http-problem'
import { z } from 'zod'
import { commandRoute } from '../../routing/command-route.ts'
import { loadOwnKey } from './load-own-key.ts'

export const revokeOwnApiKeyRoute = commandRoute({
  method: 'DELETE',
  url: '/api-keys/:id',
  operationId: 'revokeApiKey',
  summary: 'Revoke an API key permanently',
  params: z.object({ id: ApiKeyId }),
  problems: [404],
  prepare: async ({ account, params }, deps) =>
    (await loadOwnKey(deps, { account_id: account.id, key_id: params.id })) === null
      ? notFound()
      : {},
  aggregate: apiKey,
  stream: ({ params }) => params.id,
  command: ({ params, at }) => ({ key_id: params.id, at }),
  decide: revokeApiKey,
  refusals: { key_not_found: notFound },
  reply: { 200: z.object({ data: RevokedApiKey }) },
  answer: ({ params: { id } }) => ({ data: { id, revoked: true as const } }),
})
