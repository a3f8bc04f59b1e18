import { execute } from '@recado/application/commands/execute'
import { Timestamp, Uuid } from '@recado/contract/ids'
import { Name } from '@recado/contract/kinds'
import { apiKey } from '@recado/domain/api-key/api-key'
import { type IssueApiKey, issueApiKey } from '@recado/domain/api-key/issue-api-key'
import { z } from 'zod'
import { commandContext } from '../request-context.ts'
import { operatorRoute } from '../route.ts'
import { accountExists, noSuchAccount } from './account-exists.ts'
import { newKeyText } from './key-text.ts'

const Scopes = z
  .array(z.enum(['read', 'write']))
  .min(1)
  .transform((scopes) => [...new Set(scopes)])

export const issueApiKeyRoute = operatorRoute({
  method: 'POST',
  url: '/accounts/:id/api-keys',
  summary: 'Issue an API key',
  params: z.object({ id: Uuid }),
  body: z.object({ name: Name, scopes: Scopes }),
  problems: [404],
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
  async handle(input, deps) {
    const account_id = input.params.id
    if (!(await accountExists(deps, account_id))) return noSuchAccount()
    const context = commandContext(input, deps, account_id)
    const at = context.now().toISOString()
    const { text, sha256, last_four } = newKeyText()
    const secret_ref = await deps.vault.put(account_id, text)
    const id = deps.newId()
    const shown = { account_id, ...input.body, last_four }
    const command: IssueApiKey = { key_id: id, ...shown, sha256, secret_ref, at }
    const order = { aggregate: apiKey, id, decide: issueApiKey, command, context }
    const outcome = await execute(deps, order)
    return {
      status: 201,
      body: { data: { id, ...shown, key: text, issued_at: at } },
      position: 'position' in outcome ? outcome.position : null,
    }
  },
})
