import { textOfKind } from '@recado/contract/bounds'
import { Found } from '@recado/contract/dashboard/find'
import { HttpProblem } from '@recado/infra/http/http-problem'
import { z } from 'zod'
import { queryRoute } from '../../query-route.ts'
import { statementsFor } from './by-shape.ts'

/** `at` is the id of the page that shows a row without a page of its own. */
type Row = Pick<Found, 'kind' | 'id' | 'title'> & { readonly at?: string | null }

const MOST = 10

/** GET /find: everything of the account with a given id. Most ids are derived from others, so few need an index. */
export const findAnything = queryRoute({
  operationId: 'findAnything',
  url: '/find',
  summary: 'Find anything by any id',
  description:
    'Extension. At most 10 things of the account that `q` may name: an id of ours, the provider’s id of a message, an ' +
    'Idempotency-Key, a `biz_opaque_callback_data`, an `x-request-id`, a raw event, or a phone number. What looks like ' +
    'a secret is refused.',
  query: z.object({ q: textOfKind('provider_id', z.string().trim()).min(1) }),
  reply: z.object({ data: z.array(Found) }),
  problems: [422],
  answer: async ({ account, query: { q } }, run) => {
    if (/^(whsec_|rcd_)/.test(q))
      return new HttpProblem(400, 'query_error', 'q looks like a secret; it was not searched for')
    const found = new Map<string, Found>()
    for (const statement of statementsFor(account.id, q))
      for (const row of await run<Row>(statement)) found.set(`${row.kind} ${row.id}`, shown(row))
    return { data: [...found.values()].slice(0, MOST) }
  },
})

function shown({ at, ...row }: Row): Found {
  return { ...row, href: hrefOf({ ...row, at: at ?? null }) }
}

function hrefOf({ kind, id, at }: Row): string {
  switch (kind) {
    case 'message':
      return `/dashboard/messages/${id}`
    case 'delivery':
      return `/dashboard/deliveries/${id}`
    case 'api_key':
      return '/dashboard/api-keys'
    case 'sale':
      return at === null ? '/dashboard/contacts' : `/dashboard/contacts/${at}`
    case 'connection':
      return `/dashboard/connections/${id}`
    case 'conversation':
      return `/dashboard/conversations/${id}`
    case 'contact':
      return `/dashboard/contacts/${id}`
    case 'raw_event':
      return `/dashboard/raw/${id}`
  }
}
