import { Timestamp, Uuid } from '@recado/contract/ids'
import { Name } from '@recado/contract/kinds'
import { apiKey } from '@recado/domain/api-key/api-key'
import { issueApiKey } from '@recado/domain/api-key/issue-api-key'
import { z } from 'zod'
import { newKeyText } from '../accounts/key-text.ts'
import { operatorCommand } from '../routing/command-route.ts'
import { accountExists, noSuchAccount } from './account-exists.ts'

const Scopes = z
  .array(z.enum(['read', 'write']))
  .min(1)
  .transform((scopes) => [...new Set(scopes)])

export const issueApiKeyRoute = operatorCommand({
  method: 'POST',
  url: '/accounts/:id/api-keys',
  summary: 'Issue an API key',
  params: z.object({ id: Uuid }),
  body: z.object({ name: Name, scopes: Scopes }),
  problems: [404],
  prepare: async ({ params: { id } }, deps) => {
    if (!(await accountExists(deps, id))) return noSuchAccount()
    const key = newKeyText()
    const secret_ref = await deps.vault.put({ account_id: id, secret: key.text })
    return { key, key_id: deps.newId(), secret_ref }
  },
  account: ({ params }) => params.id,
  aggregate: apiKey,
  stream: ({ key_id }) => key_id,
  command: ({ params, body, key: { sha256, last_four }, key_id, secret_ref, at }) => ({
    key_id,
    account_id: params.id,
    ...body,
    last_four,
    sha256,
    secret_ref,
    at,
  }),
  decide: issueApiKey,
  refusals: {},
  reply: {
    201: z.object({
      data: z.object({
        id: Uuid,
        account_id: Uuid,
        name: z.string(),
        scopes: z.array(z.enum(['read', 'write'])),
        key: z.string().describe('Shown only here.'),
        last_four: z.string(),
        issued_at: Timestamp,
      }),
    }),
  },
  answer: ({ params, body, key, key_id, at }) => ({
    data: {
      id: key_id,
      account_id: params.id,
      ...body,
      key: key.text,
      last_four: key.last_four,
      issued_at: at,
    },
  }),
})
