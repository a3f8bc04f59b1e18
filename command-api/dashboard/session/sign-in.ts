import { SignedIn, SignIn } from '@recado/contract/dashboard/session'
import { HttpProblem } from '@recado/infra/http/http-problem'
import { z } from 'zod'
import { anyoneRoute } from '../../routing/route.ts'
import { beginSession } from './begin-session.ts'
import { clientAddress } from './client-address.ts'
import { deviceOf } from './device-of.ts'
import { isPassword } from './is-password.ts'
import { countSignIn, forgetSignIn } from './limits.ts'

/** Signs in. A wrong password and an unknown e-mail address get the same answer after the same time. */
export const signInRoute = anyoneRoute({
  method: 'POST',
  url: '/session',
  operationId: 'signIn',
  summary: 'Sign in',
  body: SignIn,
  bodyLimit: 16 * 1024,
  problems: [401, 429],
  reply: { 201: z.object({ data: SignedIn }) },
  async handle(input, deps) {
    const { email, password } = input.body
    const user = deps.registry.userByEmail(email)
    const address = clientAddress(input.request, deps)
    const attempt = { email, address, device: deviceOf(input, user, deps) }
    const turn = await countSignIn(deps, attempt)
    const isRight = await isPassword(user, password, turn, deps)
    const account = user && deps.registry.account(user.account_id)
    if (!isRight || !user?.password_ref || !account) return wrongCredentials()
    await forgetSignIn(deps, attempt)
    const { password_ref } = user
    return beginSession(input, { account, user, password_ref, password_position: 0n }, deps)
  },
})

function wrongCredentials(): HttpProblem {
  return new HttpProblem(401, 'unauthorized', 'the e-mail address or the password is wrong')
}
