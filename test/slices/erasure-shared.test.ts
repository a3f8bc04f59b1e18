import { t as file, test } from 'tap'
import { auditedWhole } from '../kit/audited.ts'
import { listed, whoWrote } from '../kit/contacts.ts'
import { erased } from '../kit/erased.ts'
import { eventually } from '../kit/eventually.ts'
import { factsLeft } from '../kit/left-of.ts'
import { metaSays, textFrom } from '../kit/meta-says.ts'
import { startWorld } from '../kit/world.ts'

// Raw events that name several persons.

type RawEvents = { data: { event: string; erased?: true; payload: object }[] }

const world = await startWorld({ settings: { FACT_KEYS: 'own' } })
file.teardown(() => world.stop())
const api = () => world.api()

const contactOf = (phone: string) =>
  eventually(async () => (await listed({ api: api() }, `phone=${phone}`)).ids[0])

const erase = async (phone: string) => erased(api(), await contactOf(phone))

const lastRawEvent = async () =>
  JSON.stringify((await api().get<RawEvents>('/webhook-events?limit=1')).body.data[0])

/** The facts that have one of the words, as who has the keys that are left reads them. */
const left = (...words: readonly string[]) => factsLeft(world.product().config, words)

async function differences(): Promise<readonly unknown[]> {
  const { findings } = await auditedWhole(world.product().config)
  return findings.filter(({ verdict }) => verdict === 'difference')
}

const [ana, bia, eva] = ['5531994880001', '5531994880002', '5531994880003']

test('a raw event loses one person after the other, and keeps what others said', async (t) => {
  const people = [ana, bia, eva]
  await metaSays(world, {
    contacts: people.map((wa_id) => ({ profile: { name: `Nome-${wa_id}` }, wa_id })),
    messages: people.map((phone) => textFrom({ phone }, { text: { body: `Palavra-de-${phone}` } })),
  })
  await whoWrote({ api: api() }, eva)
  await erase(ana)
  t.same(await left(ana), [])
  t.match(await lastRawEvent(), new RegExp(`"erased":true.*Palavra-de-${bia}.*Palavra-de-${eva}`))
  t.notMatch(await lastRawEvent(), new RegExp(ana))
  t.same(await differences(), [])
  await Promise.all([erase(bia), erase(eva)])
  t.same(await left(ana, bia, eva), [])
  t.notMatch(await lastRawEvent(), /Palavra-de/)
  t.same(await differences(), [])
})

test('of a history, the threads of others stay', async (t) => {
  const [gone, stays] = ['5531994880011', '5531994880012']
  const thread = (id: string) => ({
    id,
    messages: [1, 2].map((n) => ({
      ...textFrom({ phone: id }, { text: { body: `Antiga-${n}-de-${id}` } }),
      history_context: { status: 'read' },
    })),
  })
  const metadata = { phase: 1, chunk_order: 1, progress: 50 }
  const history = [{ metadata, threads: [gone, stays].map(thread) }]
  await metaSays(world, { field: 'history', history })
  await contactOf(stays)
  await erase(gone)
  t.same(await left(gone), [])
  t.match(await lastRawEvent(), new RegExp(`Antiga-1-de-${stays}.*Antiga-2-de-${stays}`))
  t.same(await differences(), [])
})

test('of contacts that were merged nothing is kept for one another', async (t) => {
  const words: string[] = []
  for (let n = 0; n < 8; n++) {
    const pair = [`553199488${n}021`, `553199488${n}022`] as const
    const said = pair.map((phone) => `Palavra-so-de-${phone}`)
    words.push(...said)
    await metaSays(world, {
      messages: pair.map((phone, i) => textFrom({ phone }, { text: { body: said[i] } })),
    })
    const wrote = (phone: string) => whoWrote({ api: api() }, phone)
    const [one, other_id] = [await wrote(pair[0]), await wrote(pair[1])]
    t.match(await api().post(`/contacts/${one}/merge`, { other_id }), { status: 200 })
    t.match(await api().call({ method: 'DELETE', path: `/contacts/${one}` }), { status: 202 })
  }
  const { pool } = world.product().deps
  await eventually(async () => {
    const { rows } = await pool.query('select from erasures where erased_at is null')
    return rows.length === 0
  })
  t.same(await left(...words), [])
})
