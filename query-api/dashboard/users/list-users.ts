import { User } from '@recado/contract/dashboard/user'
import { wholeListQuery } from '@recado/contract/page'
import { sql } from '@recado/infra/postgres/sql'
import { z } from 'zod'
import { partOf } from '../../paging/list-source.ts'
import { queryRoute } from '../../routing/query-route.ts'

/** GET /users: all users in order of invitation; an account has at most 200. */
export const listUsers = {
  ...queryRoute({
    operationId: 'listUsers',
    url: '/users',
    summary: 'List users',
    query: z.object(wholeListQuery()),
    reply: z.object({ data: z.array(User).describe('Everybody who may sign in.') }),
    answer: async ({ account, query }, run) => ({
      data: await run<User>(sql`
        select id, email, name, role, added_at, last_signed_in_at,
          case when password_ref is null then 'invited' else 'active' end as state
        from users
        where account_id = ${account.id} and removed_at is null
        order by added_at, id ${partOf(query)}`),
    }),
  }),
  access: 'owner',
} as const
