import { PasswordChange, SignedIn } from '@recado/contract/dashboard/session'
import { HttpProblem } from '@recado/infra/http/http-problem'
import { z } from 'zod'
import { awaitPosition } from '../../routing/await-registry.ts'
import { workflowRoute } from '../../routing/route.ts'
import { requireSession } from '../require-session.ts'
import { beginSession } from './begin-session.ts'
import { confirmPassword } from './is-password.ts'
import { storePassword } from './store-password.ts'

/** Changes the password and ends the user's other sessions; this one continues under a new cookie. */
export const changePasswordRoute = {
  ...workflowRoute({
    method: 'PUT',
    url: '/password',
    operationId: 'changePassword',
    summary: 'Change the password',
    body: PasswordChange,
    bodyLimit: 16 * 1024,
    problems: [422, 429],
    reply: { 201: z.object({ data: SignedIn }) },
    async handle(input, deps) {
      const signedIn = requireSession(input)
      const { user, session } = signedIn
      const no = await confirmPassword(signedIn, input.body.current, deps)
      if (no !== null) return no
      const proof = { secret_ref: session.password_ref }
      const turn = { lane: 'known', owner: session.session_id } as const
      const by = { user, password: input.body.password, proof, turn }
      const stored = await storePassword(by, input, deps)
      if (stored instanceof HttpProblem) return stored
      if (stored === null) return changedMeanwhile()
      await awaitPosition(deps, stored.password_position)
      await deps.sessions.end({ user_id: user.id })
      return beginSession(input, { account: input.account, user, ...stored }, deps)
    },
  }),
  access: 'read',
} as const

function changedMeanwhile(): HttpProblem {
  return new HttpProblem(403, 'forbidden', 'the password was changed meanwhile; sign in again')
}
