import { IssuedApiKey, NewApiKey } from '@recado/contract/dashboard/api-key'
import { apiKey } from '@recado/domain/api-key/api-key'
import { issueApiKey } from '@recado/domain/api-key/issue-api-key'
import { HttpProblem } from '@recado/infra/http/http-problem'
import { z } from 'zod'
import { commandRoute } from '../../command-route.ts'
import type { CommandDeps } from '../../deps.ts'
import { newKeyText } from '../../operator/key-text.ts'

/** Keys that an account may make in a minute. */
const MOST = 20

/** POST /api-keys: the key works as soon as it is answered. */
export const createApiKeyRoute = commandRoute({
  method: 'POST',
  url: '/api-keys',
  operationId: 'createApiKey',
  summary: 'Create an API key',
  body: NewApiKey,
  problems: [429],
  prepare: async ({ account }, deps) => {
    await countKey(deps, account.id)
    const key = newKeyText()
    return { key, key_id: deps.newId(), secret_ref: await deps.vault.put(account.id, key.text) }
  },
  aggregate: apiKey,
  stream: ({ key_id }) => key_id,
  command: ({ account, body, key: { sha256, last_four }, key_id, secret_ref, at }) => ({
    ...{ key_id, account_id: account.id, ...body, last_four, sha256, secret_ref, at },
  }),
  decide: issueApiKey,
  refusals: {},
  reply: { 201: z.object({ data: IssuedApiKey }) },
  answer: ({ body, key: { text, last_four }, key_id: id, at }) => ({
    data: { id, ...body, key: text, last_four, created_at: at },
  }),
})

async function countKey({ rateLimits }: Pick<CommandDeps, 'rateLimits'>, accountId: string) {
  const { granted, resetSeconds } = await rateLimits.take(`new keys of:${accountId}`, MOST)
  if (granted) return
  const headers = { 'retry-after': String(resetSeconds) }
  const message = `an account makes at most ${MOST} keys a minute; wait ${resetSeconds} s`
  throw new HttpProblem(429, 'rate_limited', message, { headers })
}
