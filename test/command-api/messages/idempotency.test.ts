import { aggregateCache } from '@recado/application/commands/aggregate-cache'
import { streamMutex } from '@recado/application/commands/stream-mutex'
import { buildApp } from '@recado/command-api/app'
import { test } from 'tap'
import { eventually } from '../../kit/eventually.ts'
import { pausedAppend } from './held-steps.ts'
import { post, sendingWorld, somePhone } from './sending-world.ts'

const world = await sendingWorld()

test('Idempotency-Key', async (t) => {
  t.after(() => world.close())
  const { id, key } = await world.account()
  const connection = await world.connection(id)
  t.beforeEach(() => world.forget())
  let keys = 0
  const newKey = () => `order-${++keys}-abcdef`

  const send = (idempotencyKey: string, body: object, url = '/messages') =>
    post(world, key, url, body, { 'idempotency-key': idempotencyKey })
  /** Asks until the first request has ended, which takes long on a busy machine. */
  const answered = (ask: () => ReturnType<typeof send>) =>
    eventually(async () => {
      const answer = await ask()
      return answer.status !== 409 && answer
    })
  const aSend = (change: object = {}) => ({
    connection_id: connection.id,
    recipient: { phone: somePhone() },
    text: 'a',
    ...change,
  })

  t.test('a repeat gets the first answer and sends nothing', async (t) => {
    const [name, body] = [newKey(), aSend()]
    const first = await send(name, body)
    const second = await send(name, body)
    t.equal(first.status, 202)
    t.equal(first.headers['idempotent-replayed'], undefined)
    t.same([second.status, second.body], [first.status, first.body])
    t.equal(second.headers['idempotent-replayed'], 'true')
    t.equal((await world.calls()).length, 1)
  })

  t.test('aliases, the implied type and the route do not make another send', async (t) => {
    const [name, phone] = [newKey(), somePhone()]
    await send(name, { connection_id: connection.id, recipient: { phone }, text: 'a' })
    const same = [
      { from: connection.id, to: `+${phone}`, text: 'a', type: 'text' },
      {
        connection_id: connection.id.toUpperCase(),
        recipient: { phone, username: null },
        text: 'a',
      },
    ]
    for (const body of same)
      t.match(await send(name, body), { status: 202, headers: { 'idempotent-replayed': 'true' } })
    const typed = await send(name, { from: connection.id, to: phone, text: 'a' }, '/messages/text')
    t.equal(typed.headers['idempotent-replayed'], 'true')
    t.equal((await world.calls()).length, 1)
  })

  t.test('both forms of a phone number are the same, for sender and recipient', async (t) => {
    const digits = '553187654321'
    const official = await world.connection(id, {
      phone_number: `+${digits}`,
      phone_number_digits: digits,
    })
    const name = newKey()
    await send(name, { from: official.id, to: '5532987651234', text: 'a' })
    const same = [
      { from: '+55 (31) 98765-4321', to: '5532987651234', text: 'a' },
      { from: digits, to: '553287651234', text: 'a' },
      { connection_id: official.id, from: digits, recipient: { phone: '553287651234' }, text: 'a' },
    ]
    const replayed = { status: 202, headers: { 'idempotent-replayed': 'true' } }
    for (const body of same) t.match(await send(name, body), replayed, JSON.stringify(body))
    t.equal((await world.calls()).length, 1)
  })

  t.test(
    'a number keeps meaning its first connection, although another one has it too by now',
    async (t) => {
      const digits = '5531977776666'
      const number = { phone_number: `+${digits}`, phone_number_digits: digits }
      const first = await world.connection(id, number)
      const [name, to] = [newKey(), somePhone()]
      await send(name, { from: digits, to, text: 'a' })
      const second = await world.connection(id, number)
      const replayed = { status: 202, headers: { 'idempotent-replayed': 'true' } }
      t.match(await send(name, { from: digits, to, text: 'a' }), replayed, 'ambiguous by now')
      t.match(await send(name, { from: first.id, to, text: 'a' }), replayed)
      const [other, short] = [newKey(), '553177776666']
      await send(other, { from: short, to, text: 'b', connection_id: first.id })
      await world.connection(id, { phone_number: `+${short}`, phone_number_digits: short })
      t.match(await send(other, { from: short, to, text: 'b', connection_id: first.id }), replayed)
      t.match(await send(name, { from: second.id, to, text: 'a' }), { status: 422 })
      t.equal((await world.calls()).length, 2)
    },
  )

  t.test('another send needs another key', async (t) => {
    const [name, body] = [newKey(), aSend()]
    await send(name, body)
    const elsewhere = await world.connection(id)
    const others = [
      { ...body, text: 'b' },
      { ...body, recipient: { phone: somePhone() } },
      { ...body, connection_id: elsewhere.id },
      { ...body, connection_id: elsewhere.phone_number_digits },
    ]
    for (const other of others)
      t.match(await send(name, other), {
        status: 422,
        body: { error: { code: 'validation', message: /Idempotency-Key/ } },
      })
    t.equal((await world.calls()).length, 1)
  })

  t.test('another account may use the same key', async (t) => {
    const name = newKey()
    await send(name, aSend())
    const other = await world.account()
    const theirs = await world.connection(other.id)
    const answer = await post(
      world,
      other.key,
      '/messages',
      { from: theirs.id, to: somePhone(), text: 'z' },
      { 'idempotency-key': name },
    )
    t.equal(answer.status, 202)
    t.equal(answer.headers['idempotent-replayed'], undefined)
  })

  t.test('a key is 8 to 128 visible characters, bare or quoted', async (t) => {
    for (const wrong of ['short', 'x'.repeat(129), 'with space', 'acentuação'])
      t.match(await send(wrong, aSend()), {
        status: 422,
        body: { error: { code: 'validation', message: /Idempotency-Key/ } },
      })
    const [name, body] = [newKey(), aSend()]
    await send(name, body)
    t.equal((await send(`"${name}"`, body)).headers['idempotent-replayed'], 'true')
  })

  t.test('a refusal of the provider is repeated, one before the intent is not kept', async (t) => {
    const [name, body] = [newKey(), aSend()]
    t.equal((await send(name, { ...body, text: '' })).status, 422)
    t.equal((await send(name, { ...body, connection_id: id })).status, 404)
    await world.fault({ kind: 'error', code: 131026 })
    const refused = await send(name, body)
    const repeated = await send(name, body)
    t.equal(refused.status, 422)
    t.same([repeated.status, repeated.body], [refused.status, refused.body])
    t.equal(repeated.headers['idempotent-replayed'], 'true')
    t.equal((await world.calls()).length, 1)
  })

  t.test('an unknown outcome stays the answer, and the send is never repeated', async (t) => {
    const [name, body] = [newKey(), aSend()]
    await world.fault({ kind: 'reset', accept: true })
    const first = await send(name, body)
    const second = await send(name, body)
    t.match(first, { status: 202, body: { data: { accepted: false } } })
    t.same(second.body, first.body)
    t.equal((await world.calls()).length, 1)
  })

  t.test('a repeat waits for the first request for a limited time', async (t) => {
    // On a busy machine the first request may take longer than a repeat waits.
    const both = await eventually(async () => {
      const slow = [newKey(), aSend()] as const
      await world.fault({ kind: 'slow', ms: 600 })
      const answers = await Promise.all([send(...slow), send(...slow)])
      return answers.every(({ status }) => status !== 409) && answers
    })
    t.same(both[0].body, both[1].body)
    const stuck = [newKey(), aSend()] as const
    const recording = pausedAppend(world, t, 'MessageSent')
    await world.forget()
    const first = send(...stuck)
    await eventually(async () => (await world.calls()).length === 1)
    t.match(await send(...stuck), {
      status: 409,
      headers: { 'retry-after': '1' },
      body: { error: { code: 'idempotency_in_progress' } },
    })
    recording.goesOn()
    t.same((await answered(() => send(...stuck))).body, (await first).body)
  })

  t.test('a repeat through another process is recognised', async (t) => {
    const { deps } = world
    const sending = { ...deps.sending, running: new Map() }
    const app = await buildApp({ ...deps, sending, cache: aggregateCache(), mutex: streamMutex() })
    t.teardown(() => app.close())
    const elsewhere = (idempotencyKey: string, body: object) =>
      post({ app }, key, '/messages', body, { 'idempotency-key': idempotencyKey })
    const many = [newKey(), aSend()] as const
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, n) => answered(() => (n % 2 ? elsewhere : send)(...many))),
    )
    t.equal(new Set(answers.map(({ body }) => JSON.stringify(body))).size, 1)
    t.equal((await world.calls()).length, 1)
    await world.forget()
    const slow = [newKey(), aSend()] as const
    const recording = pausedAppend(world, t, 'MessageSent')
    const first = send(...slow)
    await eventually(async () => (await world.calls()).length === 1)
    const running = { status: 409, body: { error: { code: 'idempotency_in_progress' } } }
    t.match(await elsewhere(...slow), running)
    recording.goesOn()
    t.same((await first).body, (await answered(() => elsewhere(...slow))).body)
    t.equal((await world.calls()).length, 1)
  })

  t.test('a hundred concurrent requests make one call and get equal answers', async (t) => {
    for (const phone of [somePhone(), somePhone()]) {
      await world.forget()
      const [name, body] = [newKey(), aSend({ recipient: { phone } })]
      const answers = await Promise.all(
        Array.from({ length: 100 }, () => answered(() => send(name, body))),
      )
      t.equal(new Set(answers.map(({ body }) => JSON.stringify(body))).size, 1)
      t.same(new Set(answers.map(({ status }) => status)), new Set([202]))
      const replayed = answers.filter(({ headers }) => headers['idempotent-replayed'] === 'true')
      t.equal(replayed.length, 99)
      t.equal((await world.calls()).length, 1)
    }
  })
})
