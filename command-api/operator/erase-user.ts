import { Email, ErasedUser } from '@recado/contract/dashboard/user'
import { Uuid } from '@recado/contract/ids'
import { HttpProblem, notFound } from '@recado/infra/http/http-problem'
import { isUuid } from '@recado/infra/is-uuid'
import { runOn } from '@recado/infra/postgres/run'
import { raw, sql } from '@recado/infra/postgres/sql'
import { z } from 'zod'
import { eraseUserOf } from '../dashboard/users/erase-user-of.ts'
import type { CommandDeps } from '../deps.ts'
import { operatorRoute } from '../routing/route.ts'

type Known = { readonly id: string; readonly account_id: string }

/** Erases a user, also one who was removed: by id, or every user of an address, in whatever account. */
export const operatorEraseUserRoute = operatorRoute({
  method: 'POST',
  url: '/users/:user/erasure',
  summary: 'Erase a user for good, by id, or everybody with an e-mail address',
  params: z.object({ user: z.union([Uuid, Email]) }),
  problems: [404, 422],
  reply: { 202: z.object({ data: z.array(ErasedUser) }) },
  async handle(input, deps) {
    const known = await usersNamed(deps, input.params.user)
    if (known.length === 0) return notFound()
    const data: z.output<typeof ErasedUser>[] = []
    let last: bigint | null = null
    for (const { id, account_id } of known) {
      const erased = await eraseUserOf({ account_id, user_id: id }, input, deps)
      if (erased instanceof HttpProblem) return erased
      data.push({ id, erased_at: erased.erased_at })
      last = erased.position ?? last
    }
    return { status: 202, body: { data }, position: last }
  },
})

function usersNamed({ pool }: CommandDeps, name: string): Promise<readonly Known[]> {
  const column = raw(isUuid(name) ? 'id' : 'email')
  return runOn(pool)<Known>(sql`
    select id, account_id from users where ${column} = ${name} order by added_at, id`)
}
