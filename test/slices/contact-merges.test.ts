import { randomUUID } from 'node:crypto'
import { t as file, test } from 'tap'
import { listed, type One, save } from '../kit/contacts.ts'
import { eventually } from '../kit/eventually.ts'
import { metaPost } from '../kit/meta-post.ts'
import { metaSays, textFrom } from '../kit/meta-says.ts'
import { served } from '../kit/served.ts'
import { addOfficial } from '../kit/tenants.ts'
import { startWorld } from '../kit/world.ts'

type Conversation = {
  id: string
  contact_id: string
  contacts: { name: string | null; phone: string | null }
}
type Talks = { data: Conversation[]; pagination: { total: number } }

const world = await startWorld()
file.teardown(() => world.stop())
const api = world.api()
const tenant = { api }
const { operator } = world.product()
let people = 0

const talksOf = async (query: string) => (await api.get<Talks>(`/conversations?${query}`)).body.data
const seen = (query: string) => eventually(async () => (await listed(tenant, query)).ids[0])
const total = async (path: string) =>
  (await api.get<{ pagination: { total: number } }>(path)).body.pagination.total

/** Two contacts: the older one known by a phone, the younger one by a BSUID. */
async function twoPeople() {
  people += 1
  const phone = `55319${String(91_110_000 + people)}`
  const bsuid = `BR.${people}X`
  await metaSays(world, { messages: [textFrom({ phone })] })
  const older = await seen(`phone=${phone}`)
  await metaSays(world, { messages: [textFrom({ bsuid })] })
  const younger = await seen(`business_scoped_user_id=${bsuid}`)
  return { phone, bsuid, older, younger }
}

/** Waits for the message that proves two contacts to be one person: it is recorded after the merge is complete. */
const merged = (older: string) =>
  eventually(async () => (await total(`/messages?contact_id=${older}`)) === 3)

/** Two contacts that the provider has shown to be one person. */
async function mergedPeople() {
  const two = await twoPeople()
  const { phone, bsuid, older } = two
  await metaSays(world, { messages: [textFrom({ phone, bsuid })] })
  await merged(older)
  return two
}

/** Leaves what the API leaves when it stops between the fact of a merge and what follows from it. */
async function stopAfterMerge(contact_id: string, survivor_id: string) {
  const { store } = world.product().deps
  const stream = `contact-${contact_id}`
  const last = await store.readLast(stream)
  if (last === null) throw new Error('the contact exists')
  const [id, request_id, merged_at] = [randomUUID(), randomUUID(), new Date().toISOString()]
  const { translation_version: _, kid: __, ...known } = last.metadata
  const metadata = {
    ...known,
    actor: { type: 'api_key' as const, id: randomUUID() },
    ...{ $correlationId: request_id, $causationId: request_id, request_id },
  }
  const data = { contact_id, survivor_id, merged_at }
  await store.append(stream, last.revision, [{ id, type: 'ContactMerged', data, metadata }])
}

test('two contacts that prove to be one person become the older one', async (t) => {
  const before = (await listed(tenant, '')).total
  const { phone, bsuid, older, younger } = await mergedPeople()
  t.same((await listed(tenant, `phone=${phone}`)).ids, [older])
  const all = await listed(tenant, 'limit=200')
  t.notOk(all.ids.includes(younger), 'the merged contact is no longer listed')
  t.equal(all.total, before + 1)
  const onConnection = await listed(tenant, `connection_id=${world.connection.id}&limit=200`)
  t.notOk(onConnection.ids.includes(younger))
  t.equal(onConnection.ids.filter((id) => id === older).length, 1)
  t.match((await api.get<One>(`/contacts/${younger}`)).body.data, {
    id: older,
    phone,
    business_scoped_user_id: bsuid,
  })
})

test('a merge that stopped before its claims moved hides no contact', async (t) => {
  const { bsuid, older, younger } = await twoPeople()
  await stopAfterMerge(younger, older)
  const found = () => listed(tenant, `business_scoped_user_id=${bsuid}`)
  await eventually(async () => (await found()).ids[0] !== younger)
  t.same((await found()).ids, [older])
})

test('the id of a merged contact stands for the survivor in every request', async (t) => {
  const { phone, older, younger } = await mergedPeople()
  const renamed = await api.patch<One>(`/contacts/${younger}`, { name: 'Ana' })
  t.match(renamed, { status: 200, body: { data: { id: older, name: 'Ana', phone } } })
  for (const id of [older, younger])
    await eventually(async () => (await total(`/messages?contact_id=${id}`)) === 3)
  const talks = await talksOf(`contact_id=${younger}`)
  t.same(new Set(talks.map(({ contact_id }) => contact_id)), new Set([older, younger]))
  t.same(await talksOf(`contact_id=${older}`), talks)
  t.same(await talksOf(`phone=${phone}`), talks)
  t.same(
    talks.map(({ contacts }) => contacts),
    [
      { name: 'Ana', phone },
      { name: 'Ana', phone },
    ],
    'all conversations show the survivor',
  )
  for (const { id } of talks) {
    t.match((await api.get(`/conversations/${id}`)).body, { data: { identities: { phone } } })
    t.ok((await total(`/conversations/${id}/messages`)) >= 1, 'still readable')
  }
})

test('a POST with an identity of a merged contact finds the survivor', async (t) => {
  const { bsuid, phone, older } = await mergedPeople()
  const connection_id = world.connection.id
  const saved = await save(tenant, { connection_id, phone, business_scoped_user_id: bsuid })
  t.match(saved, { status: 200, body: { created: false, data: { id: older } } })
})

test('the survivor adopts the name and the stage that it lacks', async (t) => {
  const { phone, bsuid, older, younger } = await twoPeople()
  const stages = (await api.get<{ data: { id: string }[] }>('/stages')).body.data
  const stage_id = stages[2]?.id
  await api.patch(`/contacts/${younger}`, { name: 'Bia', stage_id })
  await metaSays(world, { messages: [textFrom({ phone, bsuid })] })
  await merged(older)
  t.match((await api.get<One>(`/contacts/${older}`)).body.data, { name: 'Bia', stage_id })
})

test('the operator undoes a merge, and the contacts are not merged again', async (t) => {
  const { phone, bsuid, older, younger } = await mergedPeople()
  const before = (await listed(tenant, '')).total
  const undone = await operator.post(`/contacts/${younger}/unmerge`)
  t.match(undone, { status: 200, body: { data: { id: younger, survivor_id: older } } })
  t.equal((await listed(tenant, '')).total, before + 1)
  t.match((await api.get<One>(`/contacts/${younger}`)).body.data, {
    id: younger,
    phone: null,
    business_scoped_user_id: bsuid,
  })
  t.match((await api.get<One>(`/contacts/${older}`)).body.data, {
    id: older,
    phone,
    business_scoped_user_id: null,
  })
  t.same((await listed(tenant, `business_scoped_user_id=${bsuid}`)).ids, [younger])
  t.same((await talksOf(`contact_id=${younger}`)).length, 1)
  const onConnection = await listed(tenant, `connection_id=${world.connection.id}&limit=200`)
  t.ok(onConnection.ids.includes(older) && onConnection.ids.includes(younger))
  await metaSays(world, { messages: [textFrom({ phone, bsuid })] })
  await eventually(async () => (await total(`/messages?contact_id=${younger}`)) === 2)
  t.same((await listed(tenant, `phone=${phone}`)).ids, [older], 'not merged again')
  t.equal(
    (await operator.post(`/contacts/${younger}/unmerge`)).status,
    200,
    'undoing again changes nothing',
  )
})

test('an unmerged contact does not get back what another one has claimed since', async (t) => {
  const { phone, bsuid, older, younger } = await twoPeople()
  const username = `ana.${people}`
  await api.patch(`/contacts/${younger}`, { username })
  await metaSays(world, { messages: [textFrom({ phone, bsuid })] })
  await merged(older)
  const { connection } = world
  const newcomer = { connection_id: connection.id, phone: '5531900000001' }
  const { id } = (await save(tenant, newcomer)).body.data
  await api.patch(`/contacts/${older}`, { username: null })
  t.match(await api.patch(`/contacts/${id}`, { username }), { status: 200 })
  t.equal((await operator.post(`/contacts/${younger}/unmerge`)).status, 200)
  t.same((await listed(tenant, `username=${username}`)).ids, [id])
  t.match((await api.get<One>(`/contacts/${younger}`)).body.data, { id: younger, username: null })
})

test('the operator can unmerge only a merged contact', async (t) => {
  const { id } = (await save(tenant, { phone: '5511933334444' })).body.data
  const refused = (status: number, code: string) => ({ status, body: { error: { code } } })
  t.match(await operator.post(`/contacts/${id}/unmerge`), refused(422, 'validation'))
  t.match(await operator.post(`/contacts/${randomUUID()}/unmerge`), refused(404, 'not_found'))
})

test('a person who changes number or user id stays the same contact', async (t) => {
  const { phone, older } = await twoPeople()
  const next = `55319${String(92_220_000 + people)}`
  const system = { type: 'user_changed_number', wa_id: next }
  await metaSays(world, { messages: [textFrom({ phone }, { type: 'system', system })] })
  await eventually(async () => (await listed(tenant, `phone=${phone}`)).total === 0)
  t.match((await api.get<One>(`/contacts/${older}`)).body.data, { phone: next })
  t.same((await listed(tenant, `phone=${next}`)).ids, [older])
  const user = { type: 'user_changed_user_id', user_id: `BR.${people}NEW` }
  await metaSays(world, { messages: [textFrom({ phone: next }, { type: 'system', system: user })] })
  t.equal(await seen(`business_scoped_user_id=BR.${people}NEW`), older)
})

test('a person who returns to an earlier number is shown with it', async (t) => {
  people += 1
  const [first, second] = [`55319${93_330_000 + people}`, `55319${94_440_000 + people}`]
  const bsuid = `BR.${people}BACK`
  await metaSays(world, { messages: [textFrom({ phone: first, bsuid })] })
  const id = await seen(`phone=${first}`)
  const shown = async () => (await api.get<One>(`/contacts/${id}`)).body.data.phone
  await metaSays(world, { messages: [textFrom({ phone: second, bsuid })] })
  await eventually(async () => (await shown()) === second)
  const system = { type: 'user_changed_number', wa_id: first }
  await metaSays(world, { messages: [textFrom({ phone: second }, { type: 'system', system })] })
  await eventually(async () => (await listed(tenant, `phone=${second}`)).total === 0)
  t.equal(await shown(), first)
})

test('the ads that led to a person and a refusal of marketing are shown', async (t) => {
  const phone = '5531955556666'
  const referral = {
    source_type: 'ad',
    source_id: '238001',
    source_url: 'https://shop.example/?utm_source=fb&utm_campaign=winter',
  }
  await metaSays(world, { messages: [textFrom({ phone }, { referral })] })
  const id = await seen(`phone=${phone}`)
  const detail = () =>
    api.get<{ data: { sessions: object[]; marketing_opted_out: boolean } }>(`/contacts/${id}`)
  const data = await eventually(async () => {
    const shown = (await detail()).body.data
    return shown.sessions.length > 0 ? shown : undefined
  })
  t.match(data, { marketing_opted_out: false })
  t.same(data.sessions, [
    {
      channel: 'whatsapp_ad',
      utm_source: 'fb',
      utm_campaign: 'winter',
      ad_id: '238001',
      landing_url: 'https://shop.example/?utm_source=fb&utm_campaign=winter',
    },
  ])
  const said = (value: string, timestamp: string) =>
    metaSays(world, {
      field: 'user_preferences',
      user_preferences: [{ wa_id: phone, category: 'marketing_messages', value, timestamp }],
    })
  await said('stop', '1767225601')
  await eventually(async () => (await detail()).body.data.marketing_opted_out)
})

type Detail = {
  data: { unread_count: number; window: { open: boolean }; identities: Record<string, string> }
}
/** Sends a message. @returns how it is shown, once it is */
const sent = async (body: object) => {
  const answer = await served(() =>
    api.post<{ data: { provider_message_id: string } }>('/messages', { text: 'x', ...body }),
  )
  const { provider_message_id } = answer.body.data
  const path = `/messages?provider_message_id=${encodeURIComponent(provider_message_id)}`
  return eventually(async () => (await api.get<{ data: SentMessage[] }>(path)).body.data[0])
}
type SentMessage = { readonly recipient: { readonly phone: string } }

const ago = (seconds: number) => String(Math.floor(Date.now() / 1_000) - seconds)

test('after a change of number, resolve, sends, window and unread count name one conversation', async (t) => {
  const [before, after] = ['5531988880001', '5531988880002']
  await metaSays(world, { messages: [textFrom({ phone: before }, { timestamp: ago(108_000) })] })
  const older = await seen(`phone=${before}`)
  await metaSays(world, { messages: [textFrom({ phone: after }, { timestamp: ago(60) })] })
  const younger = await seen(`phone=${after}`)
  const system = { type: 'user_changed_number', wa_id: after, body: 'Ana changed' }
  const more = { type: 'system', timestamp: ago(120), system }
  await metaSays(world, { messages: [textFrom({ phone: before }, more)] })
  await eventually(async () => (await listed(tenant, `phone=${after}`)).ids[0] === older)
  const talks = await talksOf(`contact_id=${older}`)
  const own = talks.find(({ contact_id }) => contact_id === younger)?.id
  const resolve = `/conversations/resolve?connection_id=${world.connection.id}&phone=${after}`
  const resolved = await api.get<{ data: { id: string } }>(resolve)
  t.equal(resolved.body.data.id, own, 'the person wrote there last')
  for (const { id } of talks)
    t.match((await api.get<Detail>(`/conversations/${id}`)).body.data, { window: { open: true } })
  const recipient = { phone: after }
  const recipientOnly = { connection_id: world.connection.id, recipient, text: 'resposta' }
  t.match(await sent(recipientOnly), { conversation_id: own, text: 'resposta' })
  for (const { id } of talks)
    t.match((await api.get<Detail>(`/conversations/${id}`)).body.data, { unread_count: 0 })
})

test('each number reaches a person without a phone by the BSUID of its own business account', async (t) => {
  const phone = '5531988880003'
  const other = await addOfficial(world.product(), world.tenant.id)
  await metaSays(world, { messages: [textFrom({ phone, bsuid: 'BR.Y1' })] })
  await seen('business_scoped_user_id=BR.Y1')
  const message = textFrom({ phone, bsuid: 'BR.Y2' })
  const post = metaPost(other, { contacts: [], messages: [message] })
  const answer = await world
    .product()
    .commandApp.inject({ ...post, method: 'POST', url: other.hook })
  t.equal(answer.statusCode, 200)
  const person = await seen('business_scoped_user_id=BR.Y2')
  await api.patch(`/contacts/${person}`, { phone: null })
  const talks = await eventually(async () => {
    const found = (
      await api.get<{ data: (Conversation & { connection_id: string })[] }>(
        `/conversations?contact_id=${person}`,
      )
    ).body.data
    return found.length === 2 ? found : undefined
  })
  for (const [id, bsuid] of [
    [world.connection.id, 'BR.Y1'],
    [other.id, 'BR.Y2'],
  ] as const) {
    const talk = talks.find(({ connection_id }) => connection_id === id)
    const shown = await api.get<Detail>(`/conversations/${talk?.id}`)
    t.match(shown.body.data.identities, { business_scoped_user_id: bsuid, phone: null })
    const recipient = { business_scoped_user_id: bsuid, phone: null }
    const reply = await sent({ conversation_id: talk?.id })
    t.match(reply, { conversation_id: talk?.id, recipient })
  }
})

test('a BSUID that was seen on numbers of other business accounts only is not used', async (t) => {
  const phone = '5531988880004'
  const { waba_id } = world.connection
  const near = await addOfficial(world.product(), world.tenant.id, { waba_id })
  const far = await addOfficial(world.product(), world.tenant.id)
  await metaSays(world, { messages: [textFrom({ phone, bsuid: 'BR.Z1' })] })
  const person = await seen('business_scoped_user_id=BR.Z1')
  const talks = new Map<string, string>()
  for (const { id } of [near, far]) {
    await sent({ connection_id: id, recipient: { phone } })
    const resolve = `/conversations/resolve?connection_id=${id}&phone=${phone}`
    talks.set(id, (await api.get<{ data: { id: string } }>(resolve)).body.data.id)
  }
  const idOn = async (connection: string) => {
    const { body } = await api.get<Detail>(`/conversations/${talks.get(connection)}`)
    return body.data.identities.business_scoped_user_id
  }
  t.same([await idOn(near.id), await idOn(far.id)], ['BR.Z1', null])
  await api.patch(`/contacts/${person}`, { phone: null })
  const reply = await sent({ conversation_id: talks.get(near.id) })
  t.match(reply, { recipient: { business_scoped_user_id: 'BR.Z1', phone: null } })
  const fromFar = { conversation_id: talks.get(far.id), text: 'x' }
  t.match(await served(() => api.post('/messages', fromFar)), {
    status: 422,
    body: { error: { code: 'validation' } },
  })
})

test('the phone that a person gives on request is shown and used; that of another contact is not', async (t) => {
  const [phone, taken] = ['5531988880005', '5531988880006']
  await metaSays(world, { messages: [textFrom({ phone: taken })] })
  const other = await seen(`phone=${taken}`)
  const gives = (bsuid: string, number: string) => {
    const card = { origin: 'contact_request', phones: [{ phone: `+${number}`, wa_id: number }] }
    const more = { type: 'contacts', text: undefined, contacts: [card] }
    return metaSays(world, { messages: [textFrom({ bsuid }, more)] })
  }
  await gives('BR.G1', phone)
  await gives('BR.G2', taken)
  const giver = await seen('business_scoped_user_id=BR.G1')
  await seen('business_scoped_user_id=BR.G2')
  t.equal(await seen(`phone=${phone}`), giver)
  t.same((await listed(tenant, `phone=${taken}`)).ids, [other])
  const reply = await sent({ connection_id: world.connection.id, recipient: { phone } })
  t.match(reply, { recipient: { phone } })
})

test('a person who writes from several numbers is answered on the one that wrote last there', async (t) => {
  const [one, two] = ['5531988880007', '5531988880008']
  const bsuid = 'BR.S1'
  const other = await addOfficial(world.product(), world.tenant.id)
  const says = async (phone: string, timestamp: string) => {
    const more = { timestamp, text: { body: `by ${phone}` } }
    await metaSays(world, { messages: [textFrom({ phone, bsuid }, more)] })
    await eventually(async () => {
      const [talk] = await talksOf(`phone=${phone}&connection_id=${world.connection.id}`)
      return (talk as { last_message_text?: string })?.last_message_text === `by ${phone}`
    })
  }
  await says(one, ago(400))
  const person = await seen(`phone=${one}`)
  await says(two, ago(300))
  const connection_id = world.connection.id
  const talk = (await talksOf(`contact_id=${person}&connection_id=${connection_id}`))[0]?.id
  const answered = async (body: object) => (await sent(body)).recipient.phone
  t.equal(await answered({ conversation_id: talk }), two)
  await says(one, ago(200))
  t.equal((await api.get<One>(`/contacts/${person}`)).body.data.phone, two, 'the newest is shown')
  t.equal(await answered({ conversation_id: talk }), one)
  t.equal(await answered({ connection_id, recipient: { contact_id: person } }), one)
  t.equal(await answered({ connection_id, recipient: { phone: two } }), two, 'a named one counts')
  t.equal(await answered({ connection_id: other.id, recipient: { contact_id: person } }), two)
  const system = { type: 'user_changed_number', wa_id: '5531988880009' }
  const more = { type: 'system', timestamp: ago(100), system }
  await metaSays(world, { messages: [textFrom({ phone: one }, more)] })
  await eventually(async () => (await listed(tenant, `phone=${one}`)).total === 0)
  t.equal(await answered({ conversation_id: talk }), '5531988880009', 'not one given up')
})

test('a BSUID that is replaced after a merge is replaced in every conversation of the person', async (t) => {
  const { phone, bsuid, older } = await mergedPeople()
  const renewed = `${bsuid}2`
  const user_id = { previous: bsuid, current: renewed }
  const update = { wa_id: phone, user_id, timestamp: ago(1) }
  await metaSays(world, { field: 'user_id_update', user_id_update: [update] })
  await eventually(
    async () => (await listed(tenant, `business_scoped_user_id=${bsuid}`)).total === 0,
  )
  const talks = await talksOf(`contact_id=${older}`)
  t.equal(talks.length, 2)
  for (const { id } of talks) {
    const { identities } = (await api.get<Detail>(`/conversations/${id}`)).body.data
    t.equal(identities.business_scoped_user_id, renewed)
  }
})

test('after a hidden change of number, resolve, sends, window and unread count name one conversation', async (t) => {
  const [phone, next] = ['5531988880010', '5531988880011']
  const [before, after] = ['BR.H1', 'BR.H2']
  await metaSays(world, {
    messages: [textFrom({ phone, bsuid: before }, { timestamp: ago(90_000) })],
  })
  const older = await seen(`phone=${phone}`)
  await metaSays(world, { messages: [textFrom({ bsuid: after }, { timestamp: ago(60) })] })
  const younger = await seen(`business_scoped_user_id=${after}`)
  const user_id = { previous: before, current: after }
  const update = { wa_id: next, user_id, timestamp: ago(120) }
  await metaSays(world, { field: 'user_id_update', user_id_update: [update] })
  await eventually(async () => (await talksOf(`contact_id=${older}`)).length === 2)
  const shown = async () => (await api.get<One>(`/contacts/${older}`)).body.data.phone
  await eventually(async () => (await shown()) === next)
  const connection_id = world.connection.id
  const talks = await talksOf(`contact_id=${older}&connection_id=${connection_id}`)
  const own = talks.find(({ contact_id }) => contact_id === younger)?.id
  const resolvedBy = async (query: string) => {
    const resolve = `/conversations/resolve?connection_id=${connection_id}&${query}`
    const { data } = (await api.get<{ data: { id: string; last_inbound_at: string } }>(resolve))
      .body
    return [data.id, Date.parse(data.last_inbound_at) / 1_000] as const
  }
  const [id, wroteAt] = await resolvedBy(`phone=${next}`)
  t.equal(id, own)
  t.same(await resolvedBy(`business_scoped_user_id=${after}`), [own, wroteAt])
  const unread = async () =>
    (await talksOf(`contact_id=${older}`)).map(
      (talk) => (talk as { unread_count?: number }).unread_count,
    )
  t.same(await unread(), [1, 1])
  for (const talk of talks)
    t.match((await api.get<Detail>(`/conversations/${talk.id}`)).body.data.window, { open: true })
  const recipient = { contact_id: younger }
  const reply = await sent({ connection_id, recipient })
  t.match(reply, { conversation_id: own, recipient: { phone: next } })
  t.same(await unread(), [0, 0])
  await metaSays(world, {
    messages: [textFrom({ phone: next, bsuid: after }, { timestamp: ago(1) })],
  })
  await eventually(async () => (await unread()).some((count) => count === 1))
  const [now] = await resolvedBy(`phone=${next}`)
  const newest = (await talksOf(`contact_id=${older}&connection_id=${connection_id}`))[0]
  t.match(
    newest,
    { id: now, unread_count: 1 },
    'where the person writes on is the one that all name',
  )
  const again = await sent({ connection_id, recipient: { phone: next }, text: 'y' })
  t.match(again, { conversation_id: now, text: 'y' })
})
