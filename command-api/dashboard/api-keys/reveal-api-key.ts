import { execute } from '@recado/application/commands/execute'
import { ApiKeyId, Reveal, RevealedApiKey } from '@recado/contract/dashboard/api-key'
import { apiKey } from '@recado/domain/api-key/api-key'
import { recordReveal } from '@recado/domain/api-key/record-reveal'
import { HttpProblem, notFound } from '@recado/infra/http/http-problem'
import { secretOrNull } from '@recado/infra/vault/secret-or-null'
import { z } from 'zod'
import { commandContext } from '../../routing/request-context.ts'
import { workflowRoute } from '../../routing/route.ts'
import { requireSession } from '../require-session.ts'
import { confirmPassword } from '../session/is-password.ts'
import { loadOwnKey } from './load-own-key.ts'

/** Shows a key's text again once the password is confirmed. The log records this before the text is sent. */
export const revealApiKeyRoute = workflowRoute({
  method: 'POST',
  url: '/api-keys/:id/reveal',
  operationId: 'revealApiKey',
  summary: 'Show an API key again',
  params: z.object({ id: ApiKeyId }),
  body: Reveal,
  bodyLimit: 16 * 1024,
  problems: [404, 429],
  reply: { 200: z.object({ data: RevealedApiKey }) },
  async handle(input, deps) {
    const { id } = input.params
    const signedIn = requireSession(input)
    const key = await loadOwnKey(deps, { account_id: input.account.id, key_id: id })
    if (key === null || key.secret_ref === null || key.revoked) return notFound()
    const no = await confirmPassword(signedIn, input.body.password, deps)
    if (no !== null) return no
    const text = await secretOrNull(deps.vault, {
      account_id: input.account.id,
      reference: key.secret_ref,
    })
    if (text === null) return keyIsGone()
    const context = commandContext(input, deps)
    const command = { key_id: id, user_id: signedIn.user.id, at: context.now().toISOString() }
    const execution = { aggregate: apiKey, id, decide: recordReveal, command, context }
    const outcome = await execute(deps, execution)
    if (!('position' in outcome)) return notFound()
    return { status: 200, body: { data: { id, key: text } }, position: outcome.position }
  },
})

function keyIsGone(): HttpProblem {
  return new HttpProblem(
    410,
    'secret_missing',
    'the vault no longer has the text of this key; revoke it and create another',
  )
}
