import { buildApp } from '@recado/command-api/app'
import fc from 'fast-check'
import { t as file, test } from 'tap'
import { type Many, type One, save } from '../kit/contacts.ts'
import { eventually } from '../kit/eventually.ts'
import { metaSays, textFrom } from '../kit/meta-says.ts'
import { sell } from '../kit/sales.ts'
import { startWorld } from '../kit/world.ts'

type Stage = { id: string; name: string; auto_kind: string | null }

const world = await startWorld()
file.teardown(() => world.stop())
const api = world.api()
const { tenant } = world
let phones = 0
let sales = 0

const stages = async () => (await api.get<{ data: Stage[] }>('/stages')).body.data
const newPhone = () => `55319${String(96_000_000 + ++phones)}`
const addStage = async (name: string) =>
  (await api.post<{ data: Stage }>('/stages', { name })).body.data.id

async function writes(phone: string, before = 0): Promise<void> {
  await metaSays(world, { messages: [textFrom({ phone })] })
  await eventually(async () => {
    const { body } = await api.get<Many>(`/messages?direction=inbound&limit=1`)
    return body.pagination.total > before
  })
}

async function inboundTotal(): Promise<number> {
  return (await api.get<Many>('/messages?direction=inbound&limit=1')).body.pagination.total
}

/** Posts a notice of a sale to a person with a conversation. */
async function sells(phone: string, status: string, external_id: string): Promise<void> {
  const { body: found } = await api.get<Many>(`/conversations?phone=${phone}`)
  const conversation_id = found.data[0]?.id
  await sell(world.product(), tenant, { external_id, status, conversation_id })
}

/** The stage that a contact shows. @throws unless exactly that stage's filter lists the contact */
async function standsOn(id: string): Promise<string> {
  const { stage_id } = (await api.get<One>(`/contacts/${id}`)).body.data
  const listed: string[] = []
  for (const stage of await stages()) {
    const { data } = (await api.get<Many>(`/contacts?stage_id=${stage.id}&limit=200`)).body
    if (data.some((row) => row.id === id && row.stage_id === stage.id)) listed.push(stage.id)
  }
  if (listed.join() !== stage_id) throw new Error(`shown on ${stage_id}, listed on ${listed}`)
  return stage_id
}

test('a first message, a paid sale and a refunded sale move a contact whose stage nobody has set by hand', async (t) => {
  const [fresh, engaged, won] = (await stages()).map(({ id }) => id)
  const phone = newPhone()
  const { id } = (await save(tenant, { phone })).body.data
  t.equal(await standsOn(id), fresh)
  await writes(phone, await inboundTotal())
  t.equal(await standsOn(id), engaged)
  for (const end of ['refunded', 'chargeback']) {
    sales += 1
    await sells(phone, 'pending', `sale ${sales}`)
    t.equal(await standsOn(id), engaged, 'pending is not paid')
    await sells(phone, 'paid', `sale ${sales}`)
    t.equal(await standsOn(id), won)
    await sells(phone, end, `sale ${sales}`)
    t.equal(await standsOn(id), engaged, end)
  }
})

test('a stage set by hand wins over the derived one until the stage is removed or null is sent', async (t) => {
  const [fresh, engaged] = (await stages()).map(({ id }) => id)
  const own = await addStage('Proposal')
  const phone = newPhone()
  const { id } = (await save(tenant, { phone, stage_id: own })).body.data
  t.equal(await standsOn(id), own)
  await writes(phone, await inboundTotal())
  t.equal(await standsOn(id), own)
  await api.patch(`/contacts/${id}`, { stage_id: null })
  t.equal(await standsOn(id), engaged)
  await api.patch(`/contacts/${id}`, { stage_id: own })
  t.equal((await api.delete(`/stages/${own}`)).status, 200)
  t.equal(await standsOn(id), engaged, 'back to the automatic stage')
  await api.patch(`/contacts/${id}`, { stage_id: fresh })
  t.equal(await standsOn(id), fresh)
})

test('while the read models lag, a PATCH that clears the stage answers with the derived one', async (t) => {
  const [fresh, engaged] = (await stages()).map(({ id }) => id)
  const own = await addStage('Waiting')
  const phone = newPhone()
  const { id } = (await save(tenant, { phone, stage_id: own })).body.data
  const { deps } = world.product()
  const impatient = await buildApp({ ...deps, config: { ...deps.config, READ_YOUR_WRITES_MS: 0 } })
  t.teardown(() => impatient.close())
  const freed = async () => {
    const projector = await deps.pool.connect()
    // The lock stops the projector; reads still pass.
    await projector.query('begin; lock table contacts in share mode')
    try {
      const answer = await impatient.inject({
        method: 'PATCH',
        url: `/api/v1/contacts/${id}`,
        headers: { authorization: `Bearer ${tenant.key}` },
        body: { stage_id: null },
      })
      t.equal(answer.headers['x-read-consistency'], 'pending')
      return answer.json().data.stage_id
    } finally {
      await projector.query('rollback')
      projector.release()
    }
  }
  t.equal(await freed(), fresh)
  await eventually(async () => (await standsOn(id)) === fresh)
  await writes(phone, await inboundTotal())
  await api.patch(`/contacts/${id}`, { stage_id: own })
  t.equal(await freed(), engaged)
  await eventually(async () => (await standsOn(id)) === engaged)
  await api.delete(`/stages/${own}`)
})

const step = fc.record({
  does: fc.constantFrom('add', 'remove', 'move', 'put', 'put', 'free', 'pay', 'refund'),
  which: fc.nat(20),
  where: fc.nat(20),
})

test('filters list exactly the contacts that show the stage, whatever happens to stages, contacts and sales', async (t) => {
  const people: { id: string; phone: string }[] = []
  for (let n = 0; n < 5; n += 1) {
    const phone = newPhone()
    people.push({ phone, id: (await save(tenant, { phone })).body.data.id })
    if (n > 1) await writes(phone, await inboundTotal())
  }
  const take = async ({
    does,
    which,
    where,
  }: typeof step extends fc.Arbitrary<infer S> ? S : never) => {
    const all = await stages()
    const stage = all[which % all.length]?.id
    const person = people[where % people.length] as (typeof people)[number]
    if (does === 'add') return addStage(`Stage ${which}`)
    if (does === 'remove') return api.delete(`/stages/${stage}`)
    if (does === 'move') return api.patch(`/stages/${stage}`, { position: where })
    if (does === 'put') return api.patch(`/contacts/${person.id}`, { stage_id: stage })
    if (does === 'free') return api.patch(`/contacts/${person.id}`, { stage_id: null })
    if (where % people.length < 2) return undefined
    return sells(person.phone, does === 'pay' ? 'paid' : 'refunded', `of ${person.phone}`)
  }
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 9 }), async (steps) => {
      for (const each of steps) await take(each)
      for (const { id } of people) await standsOn(id)
      const all = await stages()
      const totals = await Promise.all(
        all.map(async ({ id }) => (await api.get<Many>(`/contacts?stage_id=${id}`)).body),
      )
      const everybody = (await api.get<Many>('/contacts')).body.pagination.total
      const sum = totals.reduce((n, { pagination }) => n + pagination.total, 0)
      t.equal(sum, everybody, 'each contact is on exactly one stage')
      t.same(
        all.map((stage) => (stage as Stage & { position: number }).position),
        [...all.keys()],
      )
      return t.passing()
    }),
    { numRuns: 4, endOnFailure: true },
  )
})
