import { READ_SCHEMA } from '@recado/application/read-models/schema'
import { openPool } from '@recado/infra/postgres/pool'
import { t as file, test } from 'tap'
import { eventually } from '../kit/eventually.ts'
import { startWorld } from '../kit/world.ts'

type Json = Record<string, unknown>
type Page = {
  data: { id: string; body?: string; created_at?: string }[]
  pagination: { total: number }
}

const THREADS = 200
const PER_THREAD = 100
const MESSAGES = THREADS * PER_THREAD
/** Chunks of about 2.5 MB, near the most that Meta posts. */
const CHUNK = 5_000
const LIVE = 50
const BEGIN = 1_750_000_000
const TEXT = 'Bom dia! '.repeat(32)

const world = await startWorld()
file.teardown(() => world.stop())
const { connection, customer } = world
const api = () => world.api()
await api().put('/webhooks', { connection_id: connection.id, url: customer.url })

const person = (n: number) => `55119${10_000_000 + n}`
const past = (thread: number, n: number): Json => {
  const from = n % 2 === 0 ? person(thread) : connection.phone_number_digits
  const id = `wamid.past.${thread}.${n}`
  const timestamp = String(BEGIN + n * 60 + thread)
  const text = { body: `${n} ${TEXT}` }
  return { from, id, timestamp, type: 'text', text, history_context: { status: 'READ' } }
}
/** The newest first, as chunks come. */
const threads = Array.from({ length: THREADS }, (_, thread) => ({
  id: person(thread),
  messages: Array.from({ length: PER_THREAD }, (_, n) => past(thread, PER_THREAD - 1 - n)),
}))

const imported = async () => {
  type Answer = { data: { history: { messages: number } | null } }
  const { body } = await api().get<Answer>(`/connections/${connection.id}`)
  return body.data.history?.messages ?? 0
}
const pageOf = async (path: string) => (await api().get<Page>(path)).body

test('20,000 messages of a history beside live ones', async (t) => {
  const before = process.cpuUsage()
  const path = `/numbers/${connection.phone_number_id}/history`
  await world.sim('POST', path, { threads, size: CHUNK, shuffled: true })
  for (let n = 0; n < LIVE; n++) await world.userWrites(person(THREADS + n), `Agora ${n}`)
  await eventually(async () => (await imported()) === MESSAGES, 240_000)
  await eventually(() => customer.arrivals.length === LIVE)
  const { user, system } = process.cpuUsage(before)
  // Everything is in this process: the simulator, the hook, intake, the projector and the readers.
  t.comment(
    `${((user + system) / 1_000 / MESSAGES).toFixed(2)} ms of processor time for each message`,
  )
  t.equal((await pageOf('/messages')).pagination.total, LIVE)
  const conversations = await pageOf('/conversations?limit=200')
  t.equal(conversations.pagination.total, THREADS + LIVE)
  const oldest = (await pageOf(`/conversations?limit=1&offset=${THREADS + LIVE - 1}`)).data[0]
  const { data, pagination } = await pageOf(`/conversations/${oldest?.id}/messages?limit=500`)
  t.equal(pagination.total, PER_THREAD)
  t.same(
    data.map(({ body }) => body?.split(' ')[0]),
    Array.from({ length: PER_THREAD }, (_, n) => String(n)),
  )
})

test('a rebuild shows the same', async (t) => {
  const everything = async () => {
    const conversations = [
      ...(await pageOf('/conversations?limit=200')).data,
      ...(await pageOf('/conversations?limit=200&offset=200')).data,
    ]
    const some = conversations.filter((_, n) => n % 50 === 0)
    const histories = some.map(({ id }) => pageOf(`/conversations/${id}/messages?limit=500`))
    return { conversations, histories: await Promise.all(histories), imported: await imported() }
  }
  const before = await everything()
  await world.restart(async ({ DATABASE_URL }) => {
    const pool = openPool(DATABASE_URL, { max: 1 })
    await pool.query(`drop schema ${READ_SCHEMA} cascade`)
    await pool.end()
  })
  await eventually(async () => (await imported()) === MESSAGES, 240_000)
  t.strictSame(await everything(), before)
})
