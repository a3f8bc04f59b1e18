import { randomBytes, randomUUID } from 'node:crypto'
import { type CommandContext, newEvents } from '@recado/application/commands/command-context'
import type { Fact } from '@recado/domain/decision'
import { test } from 'tap'
import { signedIn } from '../kit/dashboard.ts'
import { eventually } from '../kit/eventually.ts'
import { sharedProduct } from '../kit/shared-product.ts'
import { addOfficial, openTenant } from '../kit/tenants.ts'

const product = await sharedProduct()
const { operator, deps } = product

type Parked = {
  event_id: string
  stream: string | null
  error: string
  retry_asked_at: string | null
  retried_at: string | null
}
const listed = async () =>
  (await operator.get<{ data: Parked[]; total: number }>('/parked')).body.data
const shownNames = async (api: (typeof product)['operator']) =>
  (await api.get<{ data: { name: string }[] }>('/contacts')).body.data.map(({ name }) => name)

const contextFor = (account_id: string): CommandContext => ({
  account_id,
  actor: { type: 'operator', id: 'operator' },
  correlation_id: account_id,
  causation_id: account_id,
  request_id: null,
  now: deps.now,
  newId: deps.newId,
})

async function append(account: string, stream: string, from: bigint | null, ...facts: Fact[]) {
  const expected = from ?? 'no_stream'
  return deps.store.append(stream, expected, newEvents(facts, contextFor(account)))
}

const OTHER = { name: 'Other', phone: '+5511987650001' }
const at = '2026-01-01T09:20:00.000Z'
/** Random digits, so that an index cannot compress them. */
const longPhone = () =>
  BigInt(`0x${randomBytes(4_000).toString('hex')}`)
    .toString()
    .slice(0, 9_000)

function created(contact_id: string): Fact {
  return { type: 'ContactCreated', data: { contact_id, created_at: at } }
}
function linked(contact_id: string, phone: string): Fact {
  const of = { contact_id, kind: 'phone', value: phone, match_key: phone }
  return { type: 'ContactIdentityLinked', data: { ...of, connection_id: null, linked_at: at } }
}
function renamed(contact_id: string, name: string): Fact {
  return { type: 'ContactRenamed', data: { contact_id, name, source: 'api', renamed_at: at } }
}

test('a fact that no index can hold stops no other stream, and its stream continues once it fits', async (t) => {
  const [mine, theirs] = [await openTenant(product), await openTenant(product)]
  const contact = randomUUID()
  const stream = `contact-${contact}`
  await append(mine.id, stream, null, created(contact))
  await append(mine.id, stream, 0n, linked(contact, longPhone()))
  await append(mine.id, stream, 1n, renamed(contact, 'Later'))
  const written = await theirs.api.post<{ data: { id: string } }>('/contacts', OTHER)
  t.equal(written.status, 201)
  await eventually(async () => (await shownNames(theirs.api)).includes('Other'))
  const [first, second] = await eventually(async () => {
    const found = await listed()
    return found.length === 2 && found
  })
  t.match(first, { stream, error: /54000/, retry_asked_at: null, retried_at: null })
  t.match(second, { stream, error: /earlier event/ })

  await t.test('a retry in vain keeps the fact parked and shows that it was tried', async (t) => {
    const asked = await operator.post(`/parked/${second?.event_id}/retry`)
    t.match(asked, { status: 202, body: { data: { streams: 1, intents: 0 } } })
    t.equal((await operator.post(`/parked/${second?.event_id}/retry`)).status, 202)
    await eventually(async () => (await listed()).every((one) => one.retried_at !== null))
    await eventually(async () => (await listed()).every((one) => one.retry_asked_at === null))
    t.equal((await listed()).length, 2)
  })

  await t.test(
    'without the cause, a retry shows the facts in order, with those that came meanwhile',
    async (t) => {
      await append(mine.id, stream, 2n, renamed(contact, 'Last'))
      await eventually(async () => (await listed()).length === 3)
      const { rows } = await deps.pool.query<{ indexname: string }>(
        `select indexname from pg_indexes where schemaname = current_schema() and tablename = 'contacts'
        and indexdef like '%phone_key%'`,
      )
      for (const { indexname } of rows) await deps.pool.query(`drop index ${indexname}`)
      const asked = await operator.post('/parked/retry')
      t.match(asked, { status: 202, body: { data: { streams: 1, intents: 0 } } })
      await eventually(async () => (await listed()).length === 0)
      t.same(await shownNames(mine.api), ['Last'])
      await append(mine.id, stream, 3n, renamed(contact, 'Alive'))
      await eventually(async () => (await shownNames(mine.api)).includes('Alive'))
    },
  )
})

test('with nothing parked a retry has nothing to do', async (t) => {
  t.match(await operator.post('/parked/retry'), {
    status: 202,
    body: { data: { streams: 0, intents: 0 } },
  })
  t.match(await operator.post(`/parked/${randomUUID()}/retry`), {
    status: 404,
    body: { error: { code: 'not_found' } },
  })
  t.match(await operator.post('/parked/none/retry'), { status: 404 })
})

test('a phone in a send that no index can hold stops no other account', async (t) => {
  const [mine, theirs] = [await openTenant(product), await openTenant(product)]
  const { id: connection_id } = await addOfficial(product, mine.id)
  const message_id = randomUUID()
  const ids = { message_id, connection_id, conversation_id: randomUUID(), contact_id: randomUUID() }
  await append(mine.id, `message-${message_id}`, null, {
    type: 'MessageSendRequested',
    data: {
      ...ids,
      message_type: 'text',
      text: 'Oi',
      content: null,
      recipient: { phone: longPhone(), business_scoped_user_id: null },
      reply_to_message_id: null,
      biz_opaque_callback_data: longPhone(),
      idempotency: null,
      requested_at: at,
    },
  })
  const written = await theirs.api.post('/contacts', OTHER)
  t.equal(written.status, 201)
  await eventually(async () => (await listed()).some(({ stream }) => stream?.includes(message_id)))
  await eventually(async () => (await shownNames(theirs.api)).includes('Other'))
  t.same(await shownNames(theirs.api), ['Other'])
})

test('an account is told how much of its own is parked, however much of others is', async (t) => {
  const [mine, theirs] = [await openTenant(product), await openTenant(product)]
  const page = await signedIn(product, mine.id, `${randomUUID()}@loja.example`)
  const parked = async () =>
    (await page.get<{ data: { parked: number } }>('/system')).body.data.parked
  const poisoned = async (account: string, more: number) => {
    const later = Array.from({ length: more }, (_, n) => renamed('no uuid', `Name ${n}`))
    const stream = `contact-${randomUUID()}`
    await append(account, stream, null, created('no uuid'), ...later)
  }
  const of = async (account: string) => {
    const text = 'select count(*)::int as n from parked_events where account_id = $1'
    return (await deps.pool.query<{ n: number }>(text, [account])).rows[0]?.n ?? 0
  }
  await poisoned(theirs.id, 120)
  await poisoned(mine.id, 1)
  await eventually(async () => (await of(mine.id)) > 1 && (await of(theirs.id)) > 100)
  t.equal(await parked(), await of(mine.id))

  const park = (account: string, error: string, count: number) =>
    deps.pool.query(
      `insert into control.intake_parked (raw_event_id, intent, position, error, account_id)
        select gen_random_uuid(), n % 2, 0, $2, $1 from generate_series(1, $3::int) n`,
      [account, error, count],
    )
  await park(theirs.id, 'TypeError: ours', 120)
  await park(mine.id, 'TypeError: ours', 2)
  await park(mine.id, 'BoundBroken: a name is too long', 1)
  t.equal(await parked(), (await of(mine.id)) + 2)
  await deps.pool.query('delete from control.intake_parked')
  await deps.pool.query('delete from parked_events')
})
