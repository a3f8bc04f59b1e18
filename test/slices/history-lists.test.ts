import { t as file, test } from 'tap'
import { eventually } from '../kit/eventually.ts'
import { startWorld } from '../kit/world.ts'

const world = await startWorld()
file.teardown(() => world.stop())
const api = world.api()
const { connection, sim } = world
const BEGIN = 1_760_000_000

type Page = { data: { id: string }[]; pagination: { total: number } }

const page = async (filter: string, query: string) =>
  (await api.get<Page>(`/conversations?${filter}${query}`)).body.data.map(({ id }) => id)

/** Shares a history of one message with each of the persons. */
async function shares(phones: readonly string[], saidAt: (n: number) => number) {
  const threads = phones.map((id, n) => ({
    id,
    messages: [
      { from: id, id: `wamid.past.${id}`, timestamp: String(saidAt(n)), type: 'text' },
    ].map((message) => ({ ...message, text: { body: 'Antes' } })),
  }))
  await sim('POST', `/numbers/${connection.phone_number_id}/history`, { threads })
}

test('each list has each conversation once, on whatever page, with a history or without', async (t) => {
  const old = ['5531987660001', '5531987660002', '5531987660003']
  await shares(old, (n) => BEGIN + n * 1_000)
  for (const n of [1, 2, 3]) await world.userWrites(`553198765000${n}`, 'Oi')
  await eventually(async () => (await page('', 'limit=50')).length === 6)
  for (const filter of ['', `connection_id=${connection.id}&`, 'status=open&']) {
    const whole = await page(filter, 'limit=50')
    t.equal(new Set(whole).size, 6, filter)
    for (const limit of [1, 2, 4])
      for (let offset = 0; offset < 6; offset += limit)
        t.same(
          await page(filter, `limit=${limit}&offset=${offset}`),
          whole.slice(offset, offset + limit),
          `${filter}limit=${limit}&offset=${offset}`,
        )
  }
})

test('conversations whose newest messages are of one second are each listed once, too', async (t) => {
  const together = Array.from({ length: 7 }, (_, n) => `553198767000${n}`)
  await shares(together, () => BEGIN + 50_000)
  await shares(['5531987680001', '5531987680002'], (n) => BEGIN + 90_000 + n * 1_000)
  await eventually(async () => (await page('', 'limit=50')).length === 15)
  for (const filter of ['', `connection_id=${connection.id}&`, 'status=open&']) {
    const whole = await page(filter, 'limit=50')
    t.equal(new Set(whole).size, 15, filter)
    for (const limit of [1, 2, 4, 6])
      for (let offset = 0; offset < 15; offset += limit)
        t.same(
          await page(filter, `limit=${limit}&offset=${offset}`),
          whole.slice(offset, offset + limit),
          `${filter}limit=${limit}&offset=${offset}`,
        )
  }
})
