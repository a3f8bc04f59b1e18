import { IssuedApiKey, NewApiKey } from '@recado/contract/dashboard/api-key'
import { apiKey } from '@recado/domain/api-key/api-key'
import { issueApiKey } from '@recado/domain/api-key/issue-api-key'
import { invalidInput } from '@recado/infra/http/http-problem'
import { runOn } from '@recado/infra/postgres/run'
import { sql } from '@recado/infra/postgres/sql'
import { z } from 'zod'
import { newKeyText } from '../../accounts/key-text.ts'
import type { CommandDeps } from '../../deps.ts'
import { commandRoute } from '../../routing/command-route.ts'
import { requireGranted } from '../require-granted.ts'

/** Bounds of an account's keys, because each key has a rate limit of its own. */
const MAX_NEW_KEYS_PER_MINUTE = 20
const MAX_WORKING_KEYS = 100

export const createApiKeyRoute = commandRoute({
  method: 'POST',
  url: '/api-keys',
  operationId: 'createApiKey',
  summary: 'Create an API key',
  body: NewApiKey,
  problems: [422, 429],
  prepare: async ({ account }, deps) => {
    requireGranted(
      await deps.rateLimits.take(`new keys of:${account.id}`, MAX_NEW_KEYS_PER_MINUTE),
      'new keys',
    )
    if ((await countWorkingKeys(deps, account.id)) >= MAX_WORKING_KEYS)
      return invalidInput(
        `an account has at most ${MAX_WORKING_KEYS} working keys; revoke one first`,
      )
    const key = newKeyText()
    return {
      key,
      key_id: deps.newId(),
      secret_ref: await deps.vault.put({ account_id: account.id, secret: key.text }),
    }
  },
  aggregate: apiKey,
  stream: ({ key_id }) => key_id,
  command: ({ account, body, key: { sha256, last_four }, key_id, secret_ref, at }) => ({
    key_id,
    account_id: account.id,
    ...body,
    last_four,
    sha256,
    secret_ref,
    at,
  }),
  decide: issueApiKey,
  refusals: {},
  reply: { 201: z.object({ data: IssuedApiKey }) },
  answer: ({ body, key: { text, last_four }, key_id: id, at }) => ({
    data: { id, ...body, key: text, last_four, created_at: at },
  }),
})

async function countWorkingKeys({ pool }: Pick<CommandDeps, 'pool'>, accountId: string) {
  const [row] = await runOn(pool)<{ n: number }>(sql`
    select count(*)::int as n from api_keys where account_id = ${accountId} and revoked_at is null`)
  return row?.n ?? 0
}
