import { aggregateCache } from '@recado/application/commands/aggregate-cache'
import { streamMutex } from '@recado/application/commands/stream-mutex'
import { claimant } from '@recado/application/contacts/claims'
import { READ_SCHEMA } from '@recado/application/read-models/schema'
import { buildApp } from '@recado/command-api/app'
import { matchKey } from '@recado/domain/contact-identity/match-key'
import { connectionSettings } from '@recado/infra/postgres/pool'
import { erasePerson } from '@recado/projectors/reactors/erasure/erase-person'
import pg from 'pg'
import { t as file, test } from 'tap'
import { apiClient, inMemory } from '../kit/api-client.ts'
import { listed, whoWrote } from '../kit/contacts.ts'
import { dyingStore } from '../kit/dying-store.ts'
import { untilErased } from '../kit/erased.ts'
import { eventually } from '../kit/eventually.ts'
import { leftOf } from '../kit/left-of.ts'
import { metaSays, textFrom } from '../kit/meta-says.ts'
import { testDatabase } from '../kit/postgres.ts'
import { sendMessage } from '../kit/sent.ts'
import { tcpProxy } from '../kit/tcp-proxy.ts'
import { startWorld } from '../kit/world.ts'

type Page<T> = { data: T[]; pagination: { total: number } }
type Deps = Parameters<typeof erasePerson>[0]

const ROLE = `erasure:${READ_SCHEMA}`

const world = await startWorld({ settings: { FACT_KEYS: 'own' }, emptyServers: true })
file.teardown(() => world.stop())
const api = world.api()
const { deps, config } = world.product()
await api.put('/webhooks', { connection_id: world.connection.id, url: world.customer.url })

let people = 0

/** Somebody with two identities, who was written to. @returns the contact's id, and what is known of the person */
async function somebody() {
  people += 1
  const phone = `55319937700${String(people).padStart(2, '0')}`
  const words = [
    phone,
    `BR.Killed${people}x`,
    `Palavra-Morta-${people}x`,
    `Resposta-Morta-${people}x`,
  ]
  const [, bsuid = '', text, answer] = words
  const contacts = [{ profile: { name: `Nome-Morto-${people}x` }, wa_id: phone, user_id: bsuid }]
  await metaSays(world, {
    contacts,
    messages: [textFrom({ phone, bsuid }, { text: { body: text } })],
  })
  const id = await whoWrote({ api }, phone)
  const recipient = { contact_id: id }
  const { conversation_id } = await sendMessage(api, {
    ...{ connection_id: world.connection.id, recipient, text: answer },
  })
  const read = `/messages?status=read&conversation_id=${conversation_id}`
  await eventually(async () => (await api.get<Page<object>>(read)).body.pagination.total === 1)
  // What was sent is told before the provider says so.
  for (const path of ['/webhooks/deliveries?status=delivered', '/webhook-events'])
    await eventually(
      async () => (await api.get<Page<object>>(path)).body.pagination.total >= 4 * people,
    )
  return { id, words: [...words, `Nome-Morto-${people}x`] }
}

/** Leads in place of the product: whoever leads loses its connection, as when its process dies. */
async function leading(work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client(connectionSettings(config.DATABASE_URL, READ_SCHEMA))
  const other = new pg.Client(connectionSettings(config.DATABASE_URL))
  await Promise.all([client.connect(), other.connect()])
  const { rows } = await client.query('select pg_backend_pid() as pid')
  let isElected = false
  const election = client.query('select pg_advisory_lock(hashtextextended($1, 0))', [ROLE])
  const elected = election.then(() => {
    isElected = true
  })
  const kill = 'select pg_terminate_backend(pid) from unnest(pg_blocking_pids($1)) as pid'
  try {
    await eventually(async () => {
      await other.query(kill, [rows[0].pid])
      return isElected
    })
    await elected
    await work(client)
  } finally {
    await Promise.all([client.end(), other.end()])
  }
}

/** Erases somebody, and dies on the way. The product takes up what is left. @returns what is known then */
async function erasedAfterDeath(dying: (deps: Deps) => Deps) {
  const { id, words } = await somebody()
  let died = false
  await leading(async (client) => {
    await api.call({ method: 'DELETE', path: `/contacts/${id}` })
    const leadership = { client, signal: new AbortController().signal }
    const person = { id, account_id: world.tenant.id }
    await erasePerson(dying(deps), leadership, person).catch((error: Error) => {
      if (!/died here/.test(error.message)) throw error
      died = true
    })
  })
  await untilErased(api, id)
  type Found = { data: { found: object } }
  const { found } = (await api.get<Found>(`/contacts/${id}/erasure`)).body.data
  const types: string[] = []
  for await (const { type } of deps.store.readStream(`erasure-${id}`)) types.push(type)
  return {
    died,
    found,
    ends: types.filter((type) => type !== 'PersonalDataFound'),
    left: await leftOf(config, words),
  }
}

const END = ['PersonalDataListed', 'PersonErased']

test('whatever an erasure was doing when its process died, it ends as if it had lived', async (t) => {
  let counting: ReturnType<typeof dyingStore> | undefined
  const whole = await erasedAfterDeath((given) => {
    counting = dyingStore(given.store, -1, false)
    return { ...given, store: counting.store }
  })
  t.same([whole.died, whole.left, whole.ends], [false, [], END])
  const appends = counting?.appends() ?? 0
  t.ok(appends > 8, `${appends} appends`)
  for (let at = 0; at < appends; at++) {
    const written = at > 0
    const after = await erasedAfterDeath((given) => ({
      ...given,
      store: dyingStore(given.store, Math.max(0, at - 1), written).store,
    }))
    t.same(after, { ...whole, died: true }, `after ${at} appends`)
  }
  const last = await erasedAfterDeath((given) => ({
    ...given,
    store: dyingStore(given.store, appends - 1, false).store,
  }))
  t.same(last, { ...whole, died: true }, 'with all keys destroyed, before PersonErased')
})

test('an erasure that died between two keys destroys the others', async (t) => {
  const whole = await erasedAfterDeath((given) => given)
  const after = await erasedAfterDeath((given) => ({
    ...given,
    vault: {
      ...given.vault,
      factKeys: {
        ...given.vault.factKeys,
        async destroy(kids) {
          await given.vault.factKeys.destroy(kids.slice(0, kids.length / 2))
          throw new Error('the process died here')
        },
      },
    },
  }))
  t.same(after, { ...whole, died: true })
})

test('an erasure waits for a vault that is away', async (t) => {
  const vault = await testDatabase('vault')
  const address = new URL(vault.url)
  const proxy = await tcpProxy(Number(address.port))
  address.port = String(proxy.port)
  const settings = { FACT_KEYS: 'own', VAULT_URL: address.href }
  const place = await startWorld({ settings, emptyServers: true })
  t.teardown(async () => {
    await place.stop()
    await proxy.close()
    await vault.drop()
  })
  const phone = '5531993779900'
  await place.userWrites(phone, 'Palavra-Longe')
  const id = await whoWrote({ api: place.api() }, phone)
  proxy.refuse()
  const { status } = await place.api().call({ method: 'DELETE', path: `/contacts/${id}` })
  t.equal(status, 202)
  t.match((await place.api().get(`/contacts/${id}`)).body, { data: { phone: null, erased: true } })
  type Erasure = { data: { status: string; found: { message?: number } } }
  await eventually(async () => {
    const { body } = await place.api().get<Erasure>(`/contacts/${id}/erasure`)
    return body.data.status === 'running' && body.data.found.message === 1
  })
  proxy.heal()
  await untilErased(place.api(), id)
  t.same(await leftOf(place.product().config, [phone, 'Palavra-Longe']), [])
})

test('what a person says while its erasure waits is kept, and what is late is not', async (t) => {
  const { id, words } = await somebody()
  const [phone = '', bsuid = ''] = words
  const says = (body: string, timestamp?: string) =>
    metaSays(world, { messages: [textFrom({ phone, bsuid }, { text: { body }, timestamp })] })
  const now = () => String(Math.floor(Date.now() / 1000))
  const [kept, late] = [`Palavra-Nova-${people}x`, `Palavra-Tardia-${people}x`]
  await leading(async () => {
    t.equal((await api.call({ method: 'DELETE', path: `/contacts/${id}` })).status, 202)
    await says(late, String(Number(now()) - 600))
    await says(kept, now())
    await eventually(async () => (await leftOf(config, [kept])).length > 1)
  })
  await untilErased(api, id)
  t.same(await leftOf(config, [late]), [], 'what was said before names nobody')
  const contacts = (await listed({ api }, `phone=${phone}`)).ids
  t.notOk(contacts.includes(id))
  const said = await api.get<Page<{ text: string }>>(`/messages?contact_id=${contacts[0]}`)
  t.match(said.body.data, [{ text: kept }])
})

/** Asks for an erasure in a process that dies at its second append: the contact is nobody, and its names are not free. */
async function dyingRequest(id: string): Promise<void> {
  const { store } = dyingStore(deps.store, 1, false)
  const own = { cache: aggregateCache(), mutex: streamMutex(), store }
  const command = await buildApp({ ...deps, ...own })
  const send = inMemory({ command, query: world.product().queryApp })
  const other = apiClient(send, '/api/v1', world.tenant.key)
  const { status } = await other.call({ method: 'DELETE', path: `/contacts/${id}` })
  await command.close()
  if (status !== 500) throw new Error(`the process did not die; it answered ${status}`)
}

test('a request that is sent again after its process died frees what names the person', async (t) => {
  const { id, words } = await somebody()
  const [phone = '', bsuid = ''] = words
  const kinds = [
    ['phone', phone],
    ['business_scoped_user_id', bsuid],
  ] as const
  const owners = () =>
    Promise.all(
      kinds.map(([kind, value]) => {
        const identity = { account_id: world.tenant.id, kind, match_key: matchKey(kind, value) }
        return claimant({ ...deps, cache: aggregateCache() }, identity)
      }),
    )
  const kept = `Palavra-Repetida-${people}x`
  await leading(async () => {
    await dyingRequest(id)
    t.same(await owners(), [id, id], 'it died in the middle')
    t.equal((await api.call({ method: 'DELETE', path: `/contacts/${id}` })).status, 202)
    t.same(await owners(), [null, null], 'before the answer, and without the workers')
    const timestamp = String(Math.floor(Date.now() / 1000))
    const messages = [textFrom({ phone, bsuid }, { text: { body: kept }, timestamp })]
    await metaSays(world, { messages })
    await eventually(async () => (await leftOf(config, [kept])).length > 1)
  })
  await untilErased(api, id)
  const contacts = (await listed({ api }, `phone=${phone}`)).ids
  t.equal(contacts.length, 1)
  t.notOk(contacts.includes(id))
  const said = await api.get<Page<{ text: string }>>(`/messages?contact_id=${contacts[0]}`)
  t.match(said.body.data, [{ text: kept }])
})
