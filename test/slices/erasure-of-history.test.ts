import { t as file, test } from 'tap'
import { listed } from '../kit/contacts.ts'
import { erased } from '../kit/erased.ts'
import { eventually } from '../kit/eventually.ts'
import { factsLeft, leftOf } from '../kit/left-of.ts'
import { metaSays } from '../kit/meta-says.ts'
import { startWorld } from '../kit/world.ts'

// The content of a file of the history comes in an event of its own, which names nobody but the message.

const world = await startWorld({ settings: { FACT_KEYS: 'own' }, emptyServers: true })
file.teardown(() => world.stop())
const api = () => world.api()

const idOf = (phone: string) =>
  eventually(async () => (await listed({ api: api() }, `phone=${phone}`)).ids[0])

const PAST = { timestamp: '1760000001', history_context: { status: 'READ' } }

/** A message of the history whose content is to come. @returns the id of its contact */
async function shared(phone: string, id: string): Promise<string> {
  const messages = [{ ...PAST, from: phone, id, type: 'media_placeholder' }]
  const metadata = { phase: 1, chunk_order: 1, progress: 50 }
  const history = [{ metadata, threads: [{ id: phone, messages }] }]
  await metaSays(world, { field: 'history', history })
  return idOf(phone)
}

const picture = (phone: string, id: string, caption: string) => ({
  ...{ from: phone, id, timestamp: '1760000001', type: 'image' },
  image: { caption, mime_type: 'image/jpeg', id: `77${phone.slice(-4)}`, sha256: 'aa=' },
})

const factsWith = (word: string) => factsLeft(world.product().config, [word])

test('a picture that comes after the erasure shows nothing', async (t) => {
  const phone = '5531994660011'
  await erased(api(), await shared(phone, 'wamid.late'))
  const messages = [picture(phone, 'wamid.late', 'Legenda-Tardia')]
  await metaSays(world, { field: 'history', messages })
  await eventually(async () => {
    const { rows } = await world.product().deps.pool.query('select handled from erasures')
    return rows.some(({ handled }) => handled > 0)
  })
  t.same(await leftOf(world.product().config, ['Legenda-Tardia', phone]), [])
})

test('a picture that came twice is found', async (t) => {
  const phone = '5531994660012'
  const id = await shared(phone, 'wamid.twice')
  const messages = [picture(phone, 'wamid.twice', 'Legenda-Repetida')]
  await metaSays(world, { field: 'history', messages })
  await metaSays(world, { field: 'history', messages, again: true })
  await eventually(async () => (await factsWith('Legenda-Repetida')).length > 2)
  await erased(api(), id)
  t.same(await leftOf(world.product().config, ['Legenda-Repetida', phone]), [])
})

test('of pictures in one event, those of others stay', async (t) => {
  const [gone, left] = ['5531994660013', '5531994660014']
  const id = await shared(gone, 'wamid.gone')
  await shared(left, 'wamid.left')
  const messages = [
    picture(gone, 'wamid.gone', 'Legenda-Minha'),
    picture(left, 'wamid.left', 'Legenda-Dela'),
  ]
  await metaSays(world, { field: 'history', messages })
  await eventually(async () => (await factsWith('Legenda-Dela')).length > 1)
  await erased(api(), id)
  t.same(await factsWith('Legenda-Minha'), [])
  t.match(JSON.stringify((await api().get('/webhook-events?limit=200')).body), /Legenda-Dela/)
})
