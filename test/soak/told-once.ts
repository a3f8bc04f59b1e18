import type { Test } from 'tap'
import type { ApiClient } from '../kit/api-client.ts'
import { type Arrival, startCustomer } from '../kit/customer.ts'
import type { Ends } from '../kit/ends.ts'
import { eventually } from '../kit/eventually.ts'
import { addOfficial, openTenant, type Reached } from '../kit/tenants.ts'
import { underWay } from '../kit/under-way.ts'
import { hookPost } from './hook-post.ts'

/** People who write at the same time. */
const AT_ONCE = 4
/** Texts of one person in one POST. */
const TEXTS = 3
/** The limit of undelivered events: the traffic must go on without piling up. */
const MAX_WAITING = 100

type Events = {
  readonly data: readonly { readonly id: string }[]
  readonly next_cursor: string
  readonly has_more: boolean
}

/** Base address that providers post to. */
type Door = { readonly writes: string }

/**
 * Sends messages to a new account, whose webhook is subscribed to everything, until it is ended.
 * @returns `through` changes where providers post to; `end` waits for the webhook and asserts that each text came once
 */
export async function tellingOnce(first: Door & Reached, ends: Ends) {
  const customer = await startCustomer()
  ends.push(() => customer.stop())
  const { id, key, api } = await openTenant(first)
  const connection = await addOfficial(first, id)
  const { status } = await api.put('/webhooks', {
    connection_id: connection.id,
    url: customer.url,
  })
  if (status !== 201) throw new Error(`the webhook got ${status}`)
  let { writes } = first
  let taken = 0
  const write = async (n: number, i: number) => {
    const ids = Array.from({ length: TEXTS }, (_, m) => `wamid.told.${n}.${i}.${m}`)
    const post = { method: 'POST', ...hookPost(connection, ids, i) }
    const answer = await fetch(`${writes}${connection.hook}`, post).catch(String)
    if (typeof answer === 'string') return answer
    if (answer.status === 200) taken += TEXTS
    return answer.status
  }
  const traffic = underWay(async (n) => {
    const answers = await Promise.all(Array.from({ length: AT_ONCE }, (_, i) => write(n, i)))
    await eventually(() => customer.arrivals.length >= taken - MAX_WAITING, 300_000)
    return answers
  })
  ends.push(async () => void (await traffic.end()))
  return {
    key,
    through(door: Door): void {
      writes = door.writes
    },
    async end(t: Test, reader: ApiClient): Promise<void> {
      const answers = await traffic.end()
      t.same(new Set(answers), new Set([200]), `${answers.length} posts of the provider`)
      const events = await eventually(async () => {
        const found = await eventsOf(reader)
        return found.length === taken && found
      }, 120_000)
      await eventually(() => customer.arrivals.length >= taken, 120_000)
      areOnce(t, customer.arrivals, events)
    },
  }
}

/** Ids of all events of the account, from the list of events. */
async function eventsOf(reader: ApiClient): Promise<string[]> {
  const ids: string[] = []
  for (let after = ''; ; ) {
    const { body } = await reader.get<Events>(`/events?limit=200${after}`)
    ids.push(...body.data.map(({ id }) => id))
    if (!body.has_more) return ids
    after = `&after=${body.next_cursor}`
  }
}

/** Asserts one POST for each event, in order within each conversation. */
function areOnce(t: Test, arrivals: readonly Arrival[], events: readonly string[]): void {
  const told = arrivals.map(({ headers }) => String(headers['webhook-id']))
  t.equal(told.length, events.length, 'as many POSTs as events')
  t.same(new Set(told), new Set(events), 'no event is lost')
  const last = new Map<string, number>()
  const disordered = arrivals.filter(({ body }) => {
    const conversation = String(body.data.conversation_id)
    const before = last.get(conversation) ?? 0
    last.set(conversation, Number(body.sequence))
    return body.sequence !== before + 1
  })
  t.same(disordered, [], 'each conversation is delivered in order')
}
