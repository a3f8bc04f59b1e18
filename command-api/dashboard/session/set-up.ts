import { SetUp, SignedIn } from '@recado/contract/dashboard/session'
import { HttpProblem } from '@recado/infra/http/http-problem'
import { sha256Hex } from '@recado/infra/sha256'
import { z } from 'zod'
import { awaitPosition } from '../../routing/await-registry.ts'
import { anyoneRoute } from '../../routing/route.ts'
import { beginSession } from './begin-session.ts'
import { clientAddress } from './client-address.ts'
import { countAddress, countLink } from './limits.ts'
import { storePassword } from './store-password.ts'

/** Sets a password by a link. The link has attempts of its own, whatever strangers have tried from the same address. */
export const setUpRoute = anyoneRoute({
  method: 'POST',
  url: '/setup',
  operationId: 'setUp',
  summary: 'Set a password by a link, and sign in',
  body: SetUp,
  bodyLimit: 16 * 1024,
  problems: [404, 422, 429],
  reply: { 201: z.object({ data: SignedIn }) },
  async handle(input, deps) {
    const setup_sha256 = sha256Hex(input.body.token)
    const user = deps.registry.userBySetup(setup_sha256)
    const account = user && deps.registry.account(user.account_id)
    if (!user || !account) {
      await countAddress(deps, clientAddress(input.request, deps))
      return noSuchLink()
    }
    const turn = await countLink(deps, user.id)
    const by = { user, password: input.body.password, proof: { setup_sha256 }, turn }
    const stored = await storePassword(by, input, deps)
    if (stored instanceof HttpProblem) return stored
    if (stored === null) return noSuchLink()
    await awaitPosition(deps, stored.password_position)
    return beginSession(input, { account, user, ...stored }, deps)
  },
})

function noSuchLink(): HttpProblem {
  return new HttpProblem(
    404,
    'not_found',
    'this link was already used, has expired or is invalid; ask an owner for another one',
  )
}
