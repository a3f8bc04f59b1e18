import { categoryOf } from '@recado/application/facts/category'
import { briefFact, type ShownFact } from '@recado/application/facts/shown-fact'
import { StreamPage } from '@recado/contract/dashboard/fact'
import { pageQuery } from '@recado/contract/page'
import { StreamDeleted } from '@recado/infra/event-store/errors'
import type { EventStore } from '@recado/infra/event-store/event-store'
import { z } from 'zod'
import { queryRoute } from '../../routing/query-route.ts'

/** Our own streams only: those of the event store begin with $. */
const StreamName = z
  .string()
  .max(300)
  .regex(/^[A-Za-z]+-[\w.-]+$/)
  .describe('Category and id, such as `message-` and a message_id.')
const MAX_EXAMINED = 1_000
/** Streams whose owner may change: facts of the account may follow many facts of another account. */
const CHANGES_HANDS = ['connectionNumber', 'userEmail']

export const getStream = queryRoute({
  operationId: 'getStream',
  url: '/streams/:stream',
  readsLog: true,
  summary: 'List the facts of a stream',
  params: z.object({ stream: StreamName }),
  query: z.object({
    from: z
      .string()
      .regex(/^\d{1,15}$/, 'must be a revision')
      .transform(BigInt)
      .default(0n)
      .describe('The revision to begin with.'),
    limit: pageQuery().limit,
  }),
  reply: StreamPage,
  answer: async (input, _, { logOf }) => {
    const { stream } = input.params
    const asked = { ...input.query, stream, accountId: input.account.id }
    const page = await readPage(logOf(input), asked)
    const hasMore = page.next_revision !== null && CHANGES_HANDS.includes(categoryOf(stream))
    return page.data.length === 0 && !hasMore ? null : page
  },
})

type Asked = {
  readonly stream: string
  readonly from: bigint
  readonly limit: number
  readonly accountId: string
}

async function readPage(
  store: Pick<EventStore, 'readStream'>,
  { stream, from, limit, accountId }: Asked,
): Promise<{ data: ShownFact[]; next_revision: number | null }> {
  const data: ShownFact[] = []
  let looked = 0
  try {
    for await (const fact of store.readStream(stream, from)) {
      if (data.length === limit || looked === MAX_EXAMINED)
        return { data, next_revision: Number(fact.revision) }
      looked += 1
      if (fact.metadata.account_id === accountId) data.push(briefFact(fact))
    }
  } catch (error) {
    if (!(error instanceof StreamDeleted)) throw error
  }
  return { data, next_revision: null }
}
