import { createHash, createHmac, randomBytes, randomUUID } from 'node:crypto'
import { connect } from 'node:net'
import { postProver } from '@recado/application/audit/prove-post'
import type { WholeRawEvent } from '@recado/application/intake/raw-event'
import { wholePayload } from '@recado/application/raw-events/whole-payload'
import type { RawQuota } from '@recado/command-api/hooks/raw-quota'
import { type WhatsappHookDeps, whatsappHook } from '@recado/command-api/hooks/whatsapp'
import type { ProviderEventReceived } from '@recado/domain/provider-event/events'
import { StoreUnavailable } from '@recado/infra/event-store/errors'
import type { Journal, NewEvent } from '@recado/infra/event-store/event-store'
import { connectEventStore } from '@recado/infra/event-store/eventstoredb'
import { answerError } from '@recado/infra/http/problems'
import { graphHook } from '@recado/infra/providers/graph-api/hook'
import { PROVIDERS } from '@recado/infra/providers/providers'
import type { ConnectionEntry } from '@recado/infra/registry-entries'
import { hookId } from '@recado/infra/vault/hook-id'
import { SecretMissing } from '@recado/infra/vault/vault'
import Fastify from 'fastify'
import { t as file, type Test, test } from 'tap'
import { startStore } from '../../kit/event-store.ts'
import { eventually } from '../../kit/eventually.ts'
import { PERSON_IDS } from '../../kit/person-ids.ts'
import { signedByMeta } from '../../kit/signed.ts'
import { quotaAlone, UNHURRIED } from '../../kit/unhurried.ts'
import { ana, graphPost, phoneNumberId, textMessage, wabaId } from '../../translation/graph-post.ts'
import { translate } from '../../translation/translate.ts'

const embedded = await startStore('hook')
const { store, journal } = connectEventStore(embedded.url)
const SECRETS: Record<string, string> = { one: 'secret of one', two: 'secret of two', new: 'new' }
const VAULT_KEY = randomBytes(32)
const hookOf = (secret = SECRETS.one ?? '') => hookId(VAULT_KEY, secret)
const config = {
  WHATSAPP_VERIFY_TOKEN: 'a verify token',
  WHATSAPP_APP_SECRET: null,
  VAULT_KEY,
  VAULT_KEY_BEFORE: null,
}

const connectionOf = (id: string, others: Partial<ConnectionEntry> = {}): ConnectionEntry => ({
  id,
  account_id: randomUUID(),
  type: 'official',
  status: 'connected',
  phone_number: '+55 11 3333-4444',
  phone_number_digits: '551133334444',
  phone_number_id: phoneNumberId,
  waba_id: wabaId,
  session: null,
  secret_refs: { app_secret: 'one' },
  hooks: [hookOf()],
  messages_per_second: null,
  ...{ gateway_id: null, placement: 0, former_gateways: [] },
  released: false,
  ...others,
})

/** What the registry does when it has to catch up with the log. */
let catchUp = async () => true

async function hook(
  t: Test,
  connections: readonly ConnectionEntry[],
  others: Partial<WhatsappHookDeps> = {},
) {
  const app = Fastify()
  app.setErrorHandler(answerError)
  app.register((scope, _options, done) => {
    whatsappHook(
      scope,
      {
        registry: {
          catchUp: () => catchUp(),
          connections: () => connections,
          connectionsOfWaba: (id) => connections.filter(({ waba_id }) => waba_id === id),
          connectionByPhoneNumberId: (id) => connections.find((c) => c.phone_number_id === id),
          connectionsOfHook: (hook) =>
            connections.filter(({ hooks }) =>
              hook === null ? hooks.length === 0 : hooks.includes(hook),
            ),
        },
        vault: { get: async ({ reference }) => SECRETS[reference] ?? missing(reference) },
        journal,
        personIds: PERSON_IDS,
        rate: UNHURRIED,
        nobodysRate: UNHURRIED,
        quota: quotaAlone(),
        now: () => new Date('2026-01-01T12:00:00.000Z'),
        config,
        ...others,
      },
      { type: 'official', hook: graphHook },
    )
    done()
  })
  t.teardown(() => app.close())
  const post = async (
    body: string | object,
    secret = SECRETS.one ?? '',
    header?: string,
    hook = `/${hookOf()}`,
  ) => {
    const payload = typeof body === 'string' ? body : JSON.stringify(body)
    const signature = `sha256=${createHmac('sha256', secret).update(payload).digest('hex')}`
    const headers = {
      'content-type': 'application/json',
      'x-hub-signature-256': header ?? signature,
    }
    const ask = { method: 'POST', url: `/hooks/whatsapp${hook}`, payload, headers } as const
    const answer = await app.inject(ask)
    // Meta repeats a POST that a slow machine did not record in time.
    return answer.statusCode === 503 ? app.inject(ask) : answer
  }
  return { app, post }
}

function missing(reference: string): never {
  throw new SecretMissing(reference)
}

/** Posts as Meta does, which repeats a POST that a slow machine did not record in time. */
async function postLarge(
  post: (body: string | object) => Promise<{ readonly statusCode: number }>,
  body: string | object,
): Promise<void> {
  await eventually(async () => (await post(body)).statusCode === 200)
}

async function recorded(stream: string) {
  const events: NewEvent<ProviderEventReceived>[] = []
  for await (const event of store.readStream(stream))
    events.push(event as NewEvent<ProviderEventReceived> & typeof event)
  return events
}

const streamOf = (id: string) => `providerEvent-${id}.20260101`
const message = (id: string, body = 'Oi') =>
  graphPost({ contacts: [ana], messages: [textMessage(id, body)] })

test('Meta’s challenge is answered with the bare number', async (t) => {
  const { app } = await hook(t, [connectionOf(randomUUID())])
  const ask = (token: string, mode = 'subscribe') =>
    app.inject(
      `/hooks/whatsapp/${hookOf()}?hub.mode=${mode}&hub.verify_token=${token}&hub.challenge=1158201444`,
    )
  const answer = await ask('a%20verify%20token')
  t.equal(answer.statusCode, 200)
  t.equal(answer.body, '1158201444')
  t.match(answer.headers['content-type'], 'text/plain')
  t.match((await ask('another')).json(), { error: { code: 'forbidden' } })
  t.equal((await ask('another')).statusCode, 403)
  t.equal((await ask('a%20verify%20token', 'unsubscribe')).statusCode, 403)
})

test('without a verify token no challenge is answered', async (t) => {
  const others = { config: { ...config, WHATSAPP_VERIFY_TOKEN: null } }
  const { app } = await hook(t, [connectionOf(randomUUID())], others)
  const asked = 'hub.mode=subscribe&hub.verify_token='
  const answer = await app.inject(`/hooks/whatsapp/${hookOf()}?${asked}`)
  t.equal(answer.statusCode, 403)
})

test('a signed POST is in the log before it is answered, byte for byte', async (t) => {
  const connection = connectionOf(randomUUID())
  const { post } = await hook(t, [connection])
  // Meta escapes non-ASCII characters: parsed and serialised again, the body would have other bytes.
  const body = JSON.stringify(message(randomUUID(), 'Ol\u00e1')).replace('á', '\\u00e1')
  const answer = await post(body)
  t.equal(answer.statusCode, 200)
  const [event, ...others] = await recorded(streamOf(connection.id))
  t.equal(others.length, 0)
  t.match(event, {
    type: 'ProviderEventReceived',
    data: {
      connection_id: connection.id,
      source: 'official',
      event: 'messages',
      payload: JSON.parse(body),
      body,
      body_sha256: createHash('sha256').update(body).digest('hex'),
      received_at: '2026-01-01T12:00:00.000Z',
    },
    metadata: {
      ...{ account_id: connection.account_id, $correlationId: event?.id },
      request_id: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
    },
  })
  await post(body)
  const ids = (await recorded(streamOf(connection.id))).map(({ id }) => id)
  t.same(new Set(ids), new Set([event?.id]), 'the same POST names the same record')
})

test('the signature of the reference is verified over the raw bytes', async (t) => {
  const connection = connectionOf(randomUUID(), { secret_refs: { app_secret: 'vector' } })
  const vault = { get: async () => 'app-secret-example' }
  const { post } = await hook(t, [connection], { vault })
  const body = '{"type":"whatsapp.message.received","n":1}'
  const header = 'sha256=fe4f8589d13121915abe762347e32a10286d3c08085e7b72c20672b79c650bd8'
  t.equal((await post(body, '', header)).statusCode, 200)
  t.equal((await post(`${body} `, '', header)).statusCode, 401)
})

test('a POST without a valid signature is refused and leaves no trace', async (t) => {
  const connection = connectionOf(randomUUID())
  const { app, post } = await hook(t, [connection])
  const body = message(randomUUID())
  for (const answer of [
    await post(body, 'wrong'),
    await post(body, '', 'sha256='),
    await app.inject({ method: 'POST', url: `/hooks/whatsapp/${hookOf()}`, payload: body }),
  ]) {
    t.equal(answer.statusCode, 401)
    t.match(answer.json(), { error: { code: 'unauthorized' } })
  }
  t.equal(await store.readLast(streamOf(connection.id)), null)
})

test('one tenant’s app cannot post for another’s number', async (t) => {
  const one = connectionOf(randomUUID())
  const two = connectionOf(randomUUID(), {
    phone_number_id: '777',
    waba_id: '888',
    hooks: [hookOf(SECRETS.two)],
    secret_refs: { app_secret: 'two' },
  })
  const { post } = await hook(t, [one, two])
  const [entry] = message(randomUUID()).entry
  const theirs = structuredClone(entry)
  const value = theirs?.changes[0]?.value as { metadata: { phone_number_id: string } }
  value.metadata.phone_number_id = '777'
  const both = { object: 'whatsapp_business_account', entry: [entry, theirs] }
  t.equal((await post(both, SECRETS.one)).statusCode, 200)
  t.equal((await post({ ...both, entry: [theirs] }, SECRETS.one)).statusCode, 200)
  t.equal((await recorded(streamOf(one.id))).length, 1)
  t.equal(await store.readLast(streamOf(two.id)), null)
  const [mixed, alone] = (await recorded('providerEvent-unrouted.20260101')).slice(-2)
  for (const event of [mixed, alone])
    t.match(event, { data: { connection_id: null, payload: { entry: [theirs] } } })
  t.equal(
    (await post(both, SECRETS.two)).statusCode,
    401,
    'its secret is not accepted at the address of the other',
  )
})

test('changes of a business account reach only the connections of the app that signs', async (t) => {
  const one = connectionOf(randomUUID())
  const two = connectionOf(randomUUID(), {
    phone_number_id: '777',
    hooks: [hookOf(SECRETS.two)],
    secret_refs: { app_secret: 'two' },
  })
  const { post } = await hook(t, [one, two])
  const update = graphPost({ event: 'ACCOUNT_RESTRICTION', nonce: randomUUID() }, 'account_update')
  t.equal((await post(update)).statusCode, 200)
  t.equal((await recorded(streamOf(one.id))).length, 1)
  t.equal(await store.readLast(streamOf(two.id)), null)
  t.equal((await post(update, SECRETS.two, undefined, `/${hookOf(SECRETS.two)}`)).statusCode, 200)
  t.equal((await recorded(streamOf(two.id))).length, 1)
})

test('a replaced secret is valid beside the new one, at the address of either', async (t) => {
  const secret_refs = { app_secret: 'new', app_secret_previous: 'one' }
  const hooks = [hookOf(SECRETS.new), hookOf()]
  const replaced = connectionOf(randomUUID(), { secret_refs, hooks })
  const { post } = await hook(t, [replaced])
  for (const hook of hooks)
    for (const secret of [SECRETS.one, SECRETS.new])
      t.equal((await post(message(randomUUID()), secret, undefined, `/${hook}`)).statusCode, 200)
  t.equal((await recorded(streamOf(replaced.id))).length, 4)
  const alone = { hooks, secret_refs: { app_secret: 'new' } }
  const kept = await hook(t, [connectionOf(randomUUID(), alone)])
  t.equal((await kept.post(message(randomUUID()), SECRETS.one)).statusCode, 401)
  t.equal((await kept.post(message(randomUUID()), SECRETS.new)).statusCode, 200)
})

test('a fact about a connection that arrives while its POST is verified loses no event', async (t) => {
  const connections = [connectionOf(randomUUID(), { status: 'connecting' })]
  let isStarting = true
  const vault = {
    get: async () => {
      if (isStarting) throw new Error('the vault is away')
      for (const [at, one] of connections.entries())
        connections[at] = { ...one, status: 'connected' }
      return SECRETS.one ?? ''
    },
  }
  const { app, post } = await hook(t, connections, { vault })
  await app.ready()
  isStarting = false
  t.equal((await post(message(randomUUID()))).statusCode, 200)
  for (const { id } of connections) t.equal((await recorded(streamOf(id))).length, 1)
})

test('a connection without a hook address in its facts is found by its secret', async (t) => {
  const older = connectionOf(randomUUID(), { hooks: [] })
  const { post } = await hook(t, [older])
  t.equal((await post(message(randomUUID()))).statusCode, 200)
  t.equal((await recorded(streamOf(older.id))).length, 1)
  t.equal((await post(message(randomUUID()), 'x', undefined, `/${hookOf('x')}`)).statusCode, 404)
})

test('the bare address accepts the configured secret, and is not found without one', async (t) => {
  const connection = connectionOf(randomUUID())
  const bare = { config: { ...config, WHATSAPP_APP_SECRET: SECRETS.one ?? '' } }
  const { app, post } = await hook(t, [connection], bare)
  t.equal((await post(message(randomUUID()), SECRETS.one, undefined, '')).statusCode, 200)
  t.equal((await recorded(streamOf(connection.id))).length, 1)
  t.equal((await post(message(randomUUID()), SECRETS.two, undefined, '')).statusCode, 401)
  const ask = '?hub.mode=subscribe&hub.verify_token=a%20verify%20token&hub.challenge=7'
  t.equal((await app.inject(`/hooks/whatsapp${ask}`)).body, '7')
  const without = await hook(t, [connection])
  t.equal((await without.post(message(randomUUID()), SECRETS.one, undefined, '')).statusCode, 404)
  t.equal((await without.app.inject(`/hooks/whatsapp${ask}`)).statusCode, 404)
  t.equal((await without.app.inject(`/hooks/whatsapp/${randomUUID()}${ask}`)).statusCode, 404)
})

test('another master key changes no address', async (t) => {
  const named = connectionOf(randomUUID())
  const older = connectionOf(randomUUID(), { hooks: [], phone_number_id: 'older' })
  const rotated = {
    config: { ...config, WHATSAPP_APP_SECRET: SECRETS.one ?? '', VAULT_KEY: randomBytes(32) },
    vault: {
      get: async ({ reference: ref }: { reference: string }) =>
        ref === 'hook-key' ? VAULT_KEY.toString('base64') : (SECRETS[ref] ?? missing(ref)),
    },
  }
  const { post } = await hook(t, [named, older], rotated)
  for (const address of ['', `/${hookOf()}`])
    t.equal((await post(message(randomUUID()), SECRETS.one, undefined, address)).statusCode, 200)
  t.equal((await recorded(streamOf(named.id))).length, 2)
  const alone = await hook(t, [older], rotated)
  t.equal((await alone.post(message(randomUUID()))).statusCode, 200, 'found by its secret')
})

test('while the vault is unreachable, a POST to the bare address is answered 503', async (t) => {
  const vault = {
    get: async () => {
      throw new Error('the vault is away')
    },
  }
  const own = { config: { ...config, WHATSAPP_APP_SECRET: SECRETS.one ?? '' }, vault }
  const { post } = await hook(t, [connectionOf(randomUUID())], own)
  const answer = await post(message(randomUUID()), SECRETS.one, undefined, '')
  t.equal(answer.statusCode, 503)
  t.ok(answer.headers['retry-after'])
})

test('a POST is refused by its head before its body is read', async (t) => {
  const { app } = await hook(t, [connectionOf(randomUUID())])
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  const signature = `x-hub-signature-256: sha256=${'0'.repeat(64)}`
  for (const [status, hook, head] of [
    [404, randomUUID(), signature],
    [401, hookOf(), 'x-other: 1'],
    [401, hookOf(), 'x-hub-signature-256: sha256=short'],
    [413, hookOf(), `${signature}\r\ncontent-length: ${3 * 1024 * 1024 + 1}`],
  ] as const) {
    const length = head.includes('content-length') ? '' : '\r\ncontent-length: 1000'
    const socket = connect(Number(new URL(url).port), '127.0.0.1')
    t.teardown(() => socket.destroy())
    socket.write(`POST /hooks/whatsapp/${hook} HTTP/1.1\r\nhost: a\r\n${head}${length}\r\n\r\n`)
    const answer = await new Promise<Buffer>((heard) => socket.once('data', heard))
    t.match(String(answer), new RegExp(`^HTTP/1.1 ${status} `))
  }
})

test('a change with messages and statuses gives one record for each', async (t) => {
  const connection = connectionOf(randomUUID())
  const { post } = await hook(t, [connection])
  const statuses = [{ id: randomUUID(), status: 'sent' }]
  const mixed = graphPost({ contacts: [ana], messages: [textMessage(randomUUID())], statuses })
  await post(mixed)
  await post(graphPost({ statuses }))
  const events = (await recorded(streamOf(connection.id))).map(({ data }) => data)
  t.same(
    events.map(({ event }) => event),
    ['messages', 'statuses', 'statuses'],
  )
  t.notOk('statuses' in changeIn(events[0]))
  t.notOk('messages' in changeIn(events[1]))
  t.ok('metadata' in changeIn(events[1]), 'each is a complete envelope')
  t.equal(events[0]?.body, null, 'the exact body is in the stream of the POST')
  const post0 = await store.readLast('providerPost-20260101')
  t.match(post0, { data: { body: JSON.stringify(mixed), part: 0, parts: 1 } })
})

function changeIn(data: ProviderEventReceived['data'] | undefined): Record<string, unknown> {
  const payload = data?.payload as ReturnType<typeof graphPost> | undefined
  return payload?.entry[0]?.changes[0]?.value ?? {}
}

test('a large POST is split into complete envelopes that lose nothing', async (t) => {
  const connection = connectionOf(randomUUID())
  const { post } = await hook(t, [connection])
  const contacts = Array.from({ length: 720 }, (_, i) => ({
    ...ana,
    wa_id: `55119${i}`,
    user_id: `BR.${i}`,
  }))
  const messages = contacts.map(({ wa_id, user_id }) =>
    textMessage(randomUUID(), '"\\'.repeat(1_000), { from: wa_id, from_user_id: user_id }),
  )
  const body = JSON.stringify(graphPost({ contacts, messages }))
  t.ok(body.length > 3_000_000)
  await postLarge(post, body)
  const events = await recorded(streamOf(connection.id))
  t.ok(events.length > 3)
  const values = events.map(({ data }) => changeIn(data))
  const kept = values.flatMap((value) => value.messages as { id: string; from: string }[])
  t.same(
    kept.map(({ id }) => id),
    messages.map(({ id }) => id),
  )
  for (const value of values) {
    const named = (value.contacts as { wa_id: string }[]).map(({ wa_id }) => wa_id)
    t.same(
      named,
      (value.messages as { from: string }[]).map(({ from }) => from),
    )
  }
  t.ok((await keptBody(body)) === body, 'the exact bytes are kept')
})

test('small fields around a change are kept with it, and nothing of other changes', async (t) => {
  const connection = connectionOf(randomUUID())
  const { post } = await hook(t, [connection])
  const changes = Array.from(
    { length: 300 },
    () => message(randomUUID()).entry[0]?.changes[0] ?? { value: {} },
  )
  const [padding, note] = ['x'.repeat(700_000), 'y'.repeat(10_000)]
  const entry = [{ id: wabaId, time: 7, note, changes, more: padding }]
  const body = JSON.stringify({ object: 'whatsapp_business_account', padding, entry })
  await postLarge(post, body)
  const events = await recorded(streamOf(connection.id))
  t.equal(events.length, 300)
  const { value } = changes[0] ?? {}
  t.same(events[0]?.data.payload, {
    object: 'whatsapp_business_account',
    entry: [
      { id: wabaId, time: 7, note, changes: [{ field: 'messages', value }], truncated: true },
    ],
    truncated: true,
  })
  t.equal(await keptBody(body), body, 'the exact bytes are kept')
})

test('a large change is split without copies of its other fields', async (t) => {
  const connection = connectionOf(randomUUID())
  const { post } = await hook(t, [connection])
  const messages = Array.from({ length: 60 }, () => textMessage(randomUUID(), 'z'.repeat(10_000)))
  const value = { contacts: [ana], padding: 'x'.repeat(800_000), errors: [{ code: 1 }], messages }
  await postLarge(post, graphPost(value))
  const values = (await recorded(streamOf(connection.id))).map(({ data }) => changeIn(data))
  const lists = (name: string) => values.flatMap((piece) => (piece[name] ?? []) as object[])
  t.same(lists('messages'), messages)
  t.same(lists('errors'), [{ code: 1 }])
  t.ok(values.every(({ padding, truncated }) => padding === undefined && truncated === true))
})

test('a message too large for a record is kept in parts beside the record that names it', async (t) => {
  const connection = connectionOf(randomUUID())
  const { post } = await hook(t, [connection])
  const messages = [textMessage('small'), textMessage('large', '"é\\'.repeat(500_000))]
  const large = graphPost({ contacts: [ana], messages })
  await postLarge(post, large)
  const [small, named, ...others] = await recorded(streamOf(connection.id))
  t.same(others, [])
  t.same(changeIn(small?.data).messages, [messages[0]])
  t.match(changeIn(named?.data), { oversized: true })
  const whole = named && (await wholePayload(store, named))
  const [change] = (whole as ReturnType<typeof graphPost>).entry[0]?.changes ?? []
  t.ok(JSON.stringify(change?.value.messages) === JSON.stringify([messages[1]]))
  t.same(change?.value.contacts, [ana])
})

test('a POST beyond a bound is accepted, its bytes are kept, and the operator sees it', async (t) => {
  const connection = connectionOf(randomUUID())
  const { post } = await hook(t, [connection])
  const many = { id: wabaId, changes: Array.from({ length: 1_001 }, () => ({ field: 'x' })) }
  const deep = `${'['.repeat(4_200)}1${']'.repeat(4_200)}`
  const text = message(randomUUID())
  const nested = JSON.stringify(text).replace('"object"', `"deep":${deep},"object"`)
  for (const [reason, body] of [
    ['too_many_changes', JSON.stringify({ entry: [many] })],
    ['too_deep', nested],
  ] as const) {
    t.equal((await post(body)).statusCode, 200)
    const events = await recorded('providerEvent-unrouted.20260101')
    const told = events.findLast(({ data }) => data.set_aside)?.data
    t.match(told, { set_aside: { reason, bytes: body.length, connection_id: null } })
    t.equal(told?.body ?? (await keptBody(body)), body)
  }
  const [taken, ...others] = await recorded(streamOf(connection.id))
  t.same(others, [])
  t.match(taken?.data.payload, { entry: text.entry }, 'the rest of the entry is read')
})

/** The exact bytes of a POST, from the stream of posts. */
async function keptBody(body: string): Promise<string> {
  const sha256 = createHash('sha256').update(body).digest('hex')
  const parts: string[] = []
  for await (const { data } of store.readStream('providerPost-20260101')) {
    const { body_sha256, body: part } = data as { body_sha256: string; body: string }
    if (body_sha256 === sha256) parts.push(part)
  }
  return parts.join('')
}

/** What POSTs have cost, by who paid; of the accounts and of nobody. */
function counting(t: Test) {
  const paid: Record<string, number>[] = []
  const takeAll = (work: ReadonlyMap<string, number>) => {
    if (work.size > 0) paid.push(Object.fromEntries(work))
    return 0
  }
  const rate = { take: () => 0, takeAll }
  return async (connections: readonly ConnectionEntry[], own: string | null = null) => {
    const settings = { ...config, WHATSAPP_APP_SECRET: own }
    const { post } = await hook(t, connections, { rate, nobodysRate: rate, config: settings })
    return async (...given: Parameters<typeof post>) => {
      paid.splice(0)
      t.equal((await post(...given)).statusCode, 200)
      return paid.splice(0)
    }
  }
}

test('everything that is signed is paid for: by its accounts, or by whoever registered the app', async (t) => {
  const one = connectionOf(randomUUID())
  const { account_id: account } = one
  const costOf = await counting(t)([one])
  const foreign = { field: 'messages', value: { metadata: { phone_number_id: '1' } } }
  const postOf = (changes: object[]) => ({ entry: [{ id: 'nobody', changes }] })

  t.same(await costOf(message('wamid.1')), [{ [account]: 8 }])
  t.same(await costOf({}), [{ [account]: 7 }], 'a POST without changes')
  t.same(await costOf(postOf([foreign, foreign])), [{ [account]: 9 }], 'changes of nobody')
  const [many] = await costOf(postOf(Array.from({ length: 1_001 }, () => ({}))))
  t.ok(Number(many?.[account]) >= 1_008, 'more changes than are taken apart')
  const [long] = await costOf(message('wamid.2', 'x'.repeat(400_000)))
  t.equal(long?.[account], 8 + 97, 'bytes of a message')
  const [around] = await costOf({ ...message('wamid.3'), more: 'x'.repeat(400_000) })
  t.equal(around?.[account], 8 + 97, 'bytes around it')
})

test('what nobody owns is paid by no account where an app serves several', async (t) => {
  const [one, two] = [
    connectionOf(randomUUID()),
    connectionOf(randomUUID(), { phone_number_id: '2' }),
  ]
  const ofNobody = {
    entry: [
      { id: 'W', changes: [{ field: 'messages', value: { metadata: { phone_number_id: '3' } } }] },
    ],
  }
  t.same(await (await counting(t)([one, two]))(ofNobody), [{ [`hook ${hookOf()}`]: 8 }])
  const own = 'secret of the installation'
  t.same(await (await counting(t)([one], own))(ofNobody, own, undefined, ''), [{ 'waba W': 8 }])
})

test('one account’s POSTs that wait for the log keep no other’s out', async (t) => {
  const flooding = connectionOf(randomUUID())
  const honest = connectionOf(randomUUID(), {
    phone_number_id: '777',
    hooks: [hookOf(SECRETS.two)],
    secret_refs: { app_secret: 'two' },
  })
  const ends: (() => void)[] = []
  let isHanging = true
  const hanging: Journal = {
    async record(...given) {
      const hangs = isHanging && given[0] === streamOf(flooding.id)
      if (hangs) await new Promise<void>((end) => ends.push(end))
      return journal.record(...given)
    },
  }
  const { post } = await hook(t, [flooding, honest], { journal: hanging })
  const flood = Array.from({ length: 400 }, () => post(message(randomUUID())))
  await eventually(() => ends.length >= 100)
  const value = { ...message('wamid.honest').entry[0]?.changes[0]?.value }
  const theirs = graphPost({ ...value, metadata: { phone_number_id: '777' } })
  for (let n = 0; n < 3; n++) {
    const answer = await post(theirs, SECRETS.two, undefined, `/${hookOf(SECRETS.two)}`)
    t.equal(answer.statusCode, 200)
  }
  t.ok(ends.length < 256, `${ends.length} of one account are under way`)
  isHanging = false
  for (const end of ends) end()
  await Promise.all(flood)
})

/** Two accounts that one app reports for, and a POST with a message for each of them. */
async function sharedApp(t: Test, quota: RawQuota, others: Partial<WhatsappHookDeps> = {}) {
  const greedy = connectionOf(randomUUID())
  const honest = connectionOf(randomUUID(), { phone_number_id: '777' })
  const { app } = await hook(t, [greedy, honest], { quota, ...others })
  const mixed = (text: string) => {
    const [own, theirs] = [message(randomUUID(), text), message(randomUUID(), 'honest')]
    const value = theirs.entry[0]?.changes[0]?.value as { metadata: { phone_number_id: string } }
    value.metadata.phone_number_id = '777'
    return { ...own, entry: [...own.entry, ...theirs.entry] }
  }
  const once = (body: object) => {
    const signed = signedByMeta(SECRETS.one ?? '', JSON.stringify(body))
    return app.inject({ method: 'POST', url: `/hooks/whatsapp/${hookOf()}`, ...signed })
  }
  return { greedy, honest, once, mixed }
}

const LARGE = 'x'.repeat(60_000)

test('beyond its quota an account’s changes are refused, and others’ changes of the same POST are recorded', async (t) => {
  let now = new Date('2026-01-01T12:00:00.000Z')
  const quota = quotaAlone(100_000, () => now)
  const { greedy, honest, once, mixed } = await sharedApp(t, quota, { now: () => now })
  for (let n = 0; n < 2; n++) t.equal((await once(message(randomUUID(), LARGE))).statusCode, 200)

  const alone = await once(message(randomUUID(), 'more'))
  t.match(alone, { statusCode: 503, headers: { 'retry-after': String(12 * 3_600) } })
  t.match(alone.json(), { error: { code: 'unavailable', message: /RAW_BYTES_PER_DAY/ } })
  t.equal((await recorded(streamOf(greedy.id))).length, 2)

  const both = mixed('content of the refused account')
  t.equal((await once(both)).statusCode, 503, 'so that the provider repeats it')
  t.equal((await recorded(streamOf(greedy.id))).length, 2)
  const [theirs, ...more] = await recorded(streamOf(honest.id))
  t.same(more, [])
  t.notMatch(JSON.stringify(theirs?.data), /content of the refused account/)
  t.equal(theirs?.data.body, null)
  t.equal(await keptBody(JSON.stringify(both)), JSON.stringify(both), 'its bytes are kept apart')
  const secrets = {
    ofConnection: async () => ({ secrets: [SECRETS.one ?? ''], isIncomplete: false }),
    async *ofAll() {},
  }
  const prove = postProver({ store, providers: PROVIDERS, secrets })
  t.same(await prove(theirs as unknown as WholeRawEvent), [], 'and prove the record')

  now = new Date('2026-01-02T08:00:00.000Z')
  t.equal((await once(both)).statusCode, 200, 'the next day it has a quota again')
  const nextDay = (id: string) => recorded(`providerEvent-${id}.20260102`)
  t.equal((await nextDay(greedy.id)).length, 1)
  const repeated = (await nextDay(honest.id)).map(({ id }) => id)
  t.same(repeated, [theirs?.id], 'the record has the same name, also beside the other one')
})

test('a POST is charged once, whatever its sender repeats, and not at all if nothing was recorded', async (t) => {
  const quota = quotaAlone(1e9)
  let charged = 0
  const counted: RawQuota = {
    ...quota,
    take(bytes) {
      const sum = [...bytes.values()].reduce((all, one) => all + one, 0)
      const { giveBack, ...taken } = quota.take(bytes)
      charged += sum
      return {
        ...taken,
        giveBack() {
          charged -= sum
          giveBack()
        },
      }
    },
  }
  let isAway = false
  const failing: Journal = {
    async record(...given) {
      if (isAway) throw new StoreUnavailable('the log is away', { outcomeUnknown: true })
      return journal.record(...given)
    },
  }
  const { once } = await sharedApp(t, counted, { journal: failing })
  const body = message(randomUUID(), LARGE)
  for (let n = 0; n < 3; n++) t.equal((await once(body)).statusCode, 200)
  t.equal(charged, JSON.stringify(body).length)
  isAway = true
  t.equal((await once(message(randomUUID()))).statusCode, 503)
  t.equal(charged, JSON.stringify(body).length)
})

test('what is nobody’s has a quota of its own where an app serves several accounts', async (t) => {
  const quota = quotaAlone(100_000)
  const { greedy, honest, once, mixed } = await sharedApp(t, quota)
  const more = { entry: [], more: 'x'.repeat(120_000) }
  t.equal((await once(more)).statusCode, 200)
  t.equal((await once({ ...more, again: true })).statusCode, 503)
  t.equal((await once(mixed('Oi'))).statusCode, 200)
  for (const { id } of [greedy, honest]) t.equal((await recorded(streamOf(id))).length, 1)
})

test('fields around a change count for each record that repeats them', async (t) => {
  const { once } = await sharedApp(t, quotaAlone(1_000_000))
  const changes = Array.from({ length: 100 }, () => message(randomUUID()).entry[0]?.changes[0])
  const note = { entry: [{ id: wabaId, note: 'y'.repeat(15_000), changes }] }
  t.equal((await once(note)).statusCode, 200)
  t.equal((await once(message(randomUUID()))).statusCode, 503, '1.5 MB were recorded')
})

test('a change of a business account goes to each of its connections', async (t) => {
  const one = connectionOf(randomUUID())
  const two = connectionOf(randomUUID(), { phone_number_id: '778', phone_number_digits: '5511' })
  const { post } = await hook(t, [one, two])
  const update = { event: 'ACCOUNT_RESTRICTION', nonce: randomUUID() }
  await post(graphPost(update, 'account_update'))
  const events = [...(await recorded(streamOf(one.id))), ...(await recorded(streamOf(two.id)))]
  t.same(
    events.map(({ data }) => [data.connection_id, data.event]),
    [
      [one.id, 'account_update'],
      [two.id, 'account_update'],
    ],
  )
  t.not(events[0]?.id, events[1]?.id)
  const named = { ...update, display_phone_number: '5511' }
  await post(graphPost(named, 'phone_number_quality_update'))
  t.equal((await recorded(streamOf(one.id))).length, 1)
  t.equal((await recorded(streamOf(two.id))).length, 2)
})

test('a change that a partner receives about its customer goes to the customer’s connections', async (t) => {
  const customer = connectionOf(randomUUID(), { waba_id: 'customer', phone_number_id: '1' })
  const partner = connectionOf(randomUUID(), { phone_number_id: '2' })
  const { post } = await hook(t, [customer, partner])
  const told = async (more: object) => {
    const waba_info = { waba_id: 'customer', owner_business_id: '9' }
    const value = { event: 'PARTNER_REMOVED', waba_info, nonce: randomUUID(), ...more }
    await post(graphPost(value, 'account_update'))
    const all = await Promise.all([customer, partner].map(({ id }) => recorded(streamOf(id))))
    return all.map(({ length }) => length)
  }
  t.same(await told({}), [1, 0])
  t.same(
    await told({ waba_info: { waba_id: 'nobody' } }),
    [1, 0],
    'nor to the connections of the partner',
  )
  t.same(
    await told({ waba_info: { owner_business_id: '9' } }),
    [1, 1],
    'the account of the entry counts',
  )
  const translated = (await recorded(streamOf(customer.id))).map(({ data }) => translate(data)[0])
  t.match(translated, [{ kind: 'connection_status', status: 'disconnected' }])
})

test('a change of a business account that names a number goes to that number only', async (t) => {
  const one = connectionOf(randomUUID())
  const two = connectionOf(randomUUID(), {
    phone_number_id: '3',
    phone_number_digits: '5531987654321',
  })
  const { post } = await hook(t, [one, two])
  for (const phone_number of ['+55 (31) 8765-4321', '5531987654321', '15550009999'])
    await post(
      graphPost({ event: 'PARTNER_REMOVED', phone_number, nonce: randomUUID() }, 'account_update'),
    )
  t.equal((await recorded(streamOf(one.id))).length, 0)
  t.equal((await recorded(streamOf(two.id))).length, 2)
})

test('a change of an unknown number goes to the operator', async (t) => {
  const { post } = await hook(t, [
    connectionOf(randomUUID(), { phone_number_id: '1', waba_id: '1' }),
  ])
  t.equal((await post(message(randomUUID()))).statusCode, 200)
  t.match(await store.readLast('providerEvent-unrouted.20260101'), {
    data: { connection_id: null },
    metadata: { account_id: null },
  })
  t.equal((await post(message(randomUUID()), 'stranger')).statusCode, 401)
})

test('a message for a number that another process has just registered is recorded for it', async (t) => {
  const connections = [connectionOf(randomUUID())]
  const registered = connectionOf(randomUUID(), { phone_number_id: randomUUID() })
  const { post } = await hook(t, connections)
  catchUp = async () => {
    connections.push(registered)
    return true
  }
  t.teardown(() => {
    catchUp = async () => true
  })
  const metadata = { phone_number_id: registered.phone_number_id }
  const body = graphPost({ metadata, contacts: [ana], messages: [textMessage(randomUUID())] })
  t.equal((await post(body)).statusCode, 200)
  t.match(await recorded(streamOf(registered.id)), [{ data: { event: 'messages' } }])
})

test('a POST for an unknown number is refused while the registry cannot catch up', async (t) => {
  const known = connectionOf(randomUUID())
  const { post } = await hook(t, [known])
  const body = graphPost({ metadata: { phone_number_id: randomUUID() }, messages: [{ id: 'x' }] })
  catchUp = async () => false
  t.teardown(() => {
    catchUp = async () => true
  })
  const answer = await post(body)
  t.equal(answer.statusCode, 503)
  t.ok(answer.headers['retry-after'])
  t.equal((await post(message(randomUUID()))).statusCode, 200, 'known numbers do not wait')
  catchUp = async () => true
  t.equal((await post(body)).statusCode, 200)
})

test('a body that is not JSON is refused as invalid', async (t) => {
  const { post } = await hook(t, [connectionOf(randomUUID())])
  for (const body of ['{"object":', '', 'no'])
    t.match((await post(body)).json(), { error: { code: 'invalid_body' } })
  t.equal((await post('{')).statusCode, 400)
})

test('bodies without content, or with unexpected content, are accepted', async (t) => {
  const { post } = await hook(t, [connectionOf(randomUUID())])
  for (const body of ['{}', '[]', '7', 'null', '{"entry":[7,{"changes":[null,{"field":9}]}]}'])
    t.equal((await post(body)).statusCode, 200, body)
})

test('half a surrogate pair is stored as a replacement character', async (t) => {
  const connection = connectionOf(randomUUID())
  const { post } = await hook(t, [connection])
  const body = JSON.stringify(message(randomUUID(), 'HALF')).replace('HALF', '\\ud83d!')
  t.equal((await post(body)).statusCode, 200)
  const [event] = await recorded(streamOf(connection.id))
  t.match(changeIn(event?.data).messages, [{ text: { body: '\ufffd!' } }])
  t.equal(event?.data.body, body)
})

test('the answer waits for the append, and is 503 if that fails', async (t) => {
  let stored: (() => void) | undefined
  const slow = {
    record: () =>
      new Promise<never>((resolve) => {
        stored = () => resolve({ revision: 0n, position: 0n } as never)
      }),
  }
  const { post } = await hook(t, [connectionOf(randomUUID())], { journal: slow })
  const answer = post(message(randomUUID()))
  let answered = false
  void answer.then(() => {
    answered = true
  })
  while (stored === undefined) await new Promise(setImmediate)
  t.notOk(answered)
  stored()
  t.equal((await answer).statusCode, 200)
  const broken = { record: () => Promise.reject(new Error('the log is away')) }
  const refused = await (await hook(t, [connectionOf(randomUUID())], { journal: broken })).post(
    message(randomUUID()),
  )
  t.equal(refused.statusCode, 503)
  t.match(refused.json(), { error: { code: 'unavailable' } })
})

test('an outage of the vault stops no hook whose secret has been read', async (t) => {
  let away = false
  const vault = {
    get: async () => {
      if (away) throw new Error('the vault is away')
      return SECRETS.one ?? ''
    },
  }
  const { post } = await hook(t, [connectionOf(randomUUID())], { vault })
  t.equal((await post(message(randomUUID()))).statusCode, 200)
  away = true
  t.equal((await post(message(randomUUID()))).statusCode, 200)
  const cold = await hook(t, [connectionOf(randomUUID())], { vault })
  t.equal((await cold.post(message(randomUUID()))).statusCode, 503)
})

test('however many ask at an unknown address, each secret is read once while the vault is slow', async (t) => {
  let open = (): void => undefined
  const gate = new Promise<void>((resolve) => {
    open = resolve
  })
  const asked: string[] = []
  const vault = {
    get: async ({ reference: ref }: { reference: string }) => {
      asked.push(ref)
      await gate
      return `secret of ${ref}`
    },
  }
  const older = ['a', 'b', 'c'].map((ref) =>
    connectionOf(randomUUID(), { hooks: [], secret_refs: { app_secret: ref } }),
  )
  const { app } = await hook(t, older, { vault })
  const address = `/hooks/whatsapp/${randomUUID()}`
  const all = Array.from({ length: 20 }, () => app.inject(address))
  await eventually(() => asked.includes('a'))
  open()
  for (const { statusCode } of await Promise.all(all)) t.equal(statusCode, 404)
  t.same(asked.filter((ref) => ref !== 'hook-key').sort(), ['a', 'b', 'c'])
})

file.teardown(async () => {
  await store.close()
  await embedded.stop()
})
