import { textOfKind } from '@recado/contract/bounds'
import { Found } from '@recado/contract/dashboard/find'
import { HttpProblem } from '@recado/infra/http/http-problem'
import { isUuid } from '@recado/infra/is-uuid'
import { z } from 'zod'
import { queryRoute } from '../routing/query-route.ts'
import { type FoundRow, statementsFor } from './by-shape.ts'
import { findByWords } from './by-words.ts'

const MAX_RESULTS = 10

/**
 * GET /find: everything of the account with a given id, and people and messages by words. Most ids are derived from
 * others, so few need an index.
 */
export const findAnything = queryRoute({
  operationId: 'findAnything',
  url: '/find',
  summary: 'Find anything by an id, a name or words',
  description:
    'Extension. At most 10 things of the account that `q` identifies: an id of ours, the provider’s id of a message, an ' +
    'Idempotency-Key, a `biz_opaque_callback_data`, an `x-request-id`, a raw event, or a phone number. Then at most 10 ' +
    'people whose names, and the newest 20 messages whose texts, have words that begin with each word of `q`; case and ' +
    'accents do not matter. What looks like a secret is refused.',
  query: z.object({
    q: textOfKind('provider_id', z.string().trim())
      .min(1)
      .describe('An id, a phone, a name, or words of a message.'),
  }),
  reply: z.object({ data: z.array(Found).describe('Ids first, then people, then messages.') }),
  problems: [422],
  answer: async ({ account, query: { q } }, run, deps) => {
    if (/^(whsec_|rcd_)/.test(q))
      return new HttpProblem(400, 'query_error', 'q looks like a secret; it was not searched for')
    const named: FoundRow[] = []
    for (const statement of statementsFor(account.id, q, deps))
      named.push(...(await run<FoundRow>(statement)))
    const said = isUuid(q) ? [] : await findByWords(account.id, q, run)
    return { data: distinct([...distinct(named).slice(0, MAX_RESULTS), ...said]).map(showResult) }
  },
})

/** Each thing as it was found first. */
function distinct(rows: readonly FoundRow[]): FoundRow[] {
  const found = new Map<string, FoundRow>()
  for (const row of rows) {
    const key = `${row.kind} ${row.id}`
    if (!found.has(key)) found.set(key, row)
  }
  return [...found.values()]
}

function showResult({
  at = null,
  by = 'id',
  contact_name = null,
  created_at = null,
  ...row
}: FoundRow): Found {
  return { ...row, by, contact_name, created_at, href: hrefOf({ ...row, at }) }
}

function hrefOf({ kind, id, at }: FoundRow): string {
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
