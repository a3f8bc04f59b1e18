import { test } from 'tap'
import { eventually } from '../../kit/eventually.ts'
import { startProcess } from '../../kit/product-process.ts'
import { tcpProxy } from '../../kit/tcp-proxy.ts'
import { recoverAfter } from './recover-after.ts'
import { outline, post, sendingWorld, somePhone } from './sending-world.ts'

const world = await sendingWorld({
  READ_YOUR_WRITES_MS: '30000',
  SEND_WAIT_MS: '40000',
  SEND_RETRY_MS: '40000',
})
const wire = await tcpProxy(
  Number(new URL(world.environment.EVENTSTORE_URL.replace('esdb', 'http')).port),
)

const MINUTES_1 = 60_000
const MINUTES_2 = 120_000
const HOURS_25 = 25 * 3_600_000

/** Starts command-api as a separate process that reaches the log through the proxy. */
const startApi = () =>
  startProcess('command-api', {
    ...world.environment,
    EVENTSTORE_URL: `esdb://127.0.0.1:${wire.port}?tls=false`,
  })

test('a process is killed while it sends', async (t) => {
  t.after(async () => {
    await world.close()
    await wire.close()
  })
  const { id, key } = await world.account()
  const connection = await world.connection(id)
  t.beforeEach(() => world.forget())
  t.afterEach(() => wire.heal())
  // A first send makes the person known, so that later sends have no facts but their own.
  const to = somePhone()
  await post(world, key, '/messages', { from: connection.id, to, text: 'first' })
  let number = 0

  /** Makes a send whose process is killed before it answers, once `reached` is true. */
  const killedSend = async (
    prepare: (send: () => Promise<string>) => unknown,
    reached: (messageId: string) => Promise<boolean>,
  ) => {
    const idempotencyKey = `killed-send-${++number}`
    const message_id = world.deps.personIds.keyedMessageId({
      account_id: id,
      idempotency_key: idempotencyKey,
    })
    const body = { from: connection.id, to, text: 'a' }
    const { child, port, kill } = await startApi()
    t.teardown(() => child.kill('SIGKILL'))
    const send = (more: Record<string, string>) =>
      fetch(`http://127.0.0.1:${port}/api/v1/messages`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...more },
        body: JSON.stringify(body),
      }).then(
        ({ status }) => `answered ${status}`,
        () => 'cut',
      )
    await prepare(() => send({}))
    const answer = send({ 'idempotency-key': idempotencyKey })
    await eventually(() => reached(message_id))
    await kill()
    t.equal(await answer, 'cut')
    wire.heal()
    return {
      message_id,
      types: async () => outline(await world.story(`message-${message_id}`)),
      repeat: () => post(world, key, '/messages', body, { 'idempotency-key': idempotencyKey }),
    }
  }
  const calls = async () => (await world.calls()).length
  const typesOf = async (messageId: string) =>
    (await world.story(`message-${messageId}`)).map(({ type }) => type)
  /** Changes with every lease, including the first one of a new minute. */
  const leased = async () => {
    const { rows } = await world.pool.query(
      "select string_agg(l::text, ' ' order by l.key) as leases from control.rate_minutes as l",
    )
    return rows[0].leases as string
  }

  t.test('before the intent: the repeat sends', async (t) => {
    let before = ''
    const { types, repeat } = await killedSend(
      async () => {
        before = await leased()
        wire.refuse()
      },
      // The request has passed its guards and cannot reach the log.
      async () => (await leased()) !== before,
    )
    t.same(await types(), [])
    t.match(await repeat(), { status: 202, body: { data: { accepted: true } } })
    t.same(await types(), ['MessageSendRequested', 'MessageSent'])
    t.equal(await calls(), 1)
  })

  t.test('while it waits for its turn: another process sends it, once', async (t) => {
    const turnIn = (seconds: number) =>
      world.pool.query('update control.send_pace set next_at = now() + make_interval(secs => $1)', [
        seconds,
      ])
    const { message_id, repeat } = await killedSend(
      () => turnIn(30),
      async (messageId) => (await typesOf(messageId)).length > 0,
    )
    const types = () => typesOf(message_id)
    await turnIn(0)
    t.same(await types(), ['MessageSendRequested'])
    await recoverAfter(world, MINUTES_1, async () => (await types()).includes('MessageSent'))
    t.same(await types(), ['MessageSendRequested', 'MessageSendAttempted', 'MessageSent'])
    t.match(await repeat(), { status: 202, body: { data: { accepted: true } } })
    t.equal(await calls(), 1)
  })

  t.test('while it waits for a quick retry: another process continues, once', async (t) => {
    const { types, repeat } = await killedSend(
      // The provider asks for a wait of half a minute.
      () => world.fault({ kind: 'error', code: 131057 }),
      async (messageId) => (await typesOf(messageId)).includes('MessageSendDeferred'),
    )
    await recoverAfter(world, MINUTES_2, async () => (await types()).includes('MessageSent'))
    t.same(await types(), [
      'MessageSendRequested',
      'MessageSendDeferred',
      'MessageSendAttempted',
      'MessageSent',
    ])
    t.match(await repeat(), { status: 202, body: { data: { accepted: true } } })
    t.same([await calls(), (await world.accepted()).length], [2, 1])
  })

  t.test('after the claim: nothing was sent, and nothing will be', async (t) => {
    const { types, repeat } = await killedSend(
      async (sendAnother) => {
        // The client sends without waiting only on a connection it has used before.
        t.equal(await sendAnother(), 'answered 202')
        await world.forget()
        wire.mute()
      },
      async (messageId) => (await typesOf(messageId)).length > 0,
    )
    t.same(await types(), ['MessageSendRequested'])
    t.match(await repeat(), { status: 409, body: { error: { code: 'idempotency_in_progress' } } })
    await recoverAfter(world, MINUTES_2, async () =>
      (await types()).includes('MessageSendUnresolved'),
    )
    t.match(await repeat(), { status: 202, body: { data: { accepted: false } } })
    await recoverAfter(world, HOURS_25, async () => (await types()).includes('MessageSendGivenUp'))
    t.equal(await calls(), 0)
  })

  t.test('during the call: the call is never repeated', async (t) => {
    const { types, repeat } = await killedSend(
      () => world.fault({ kind: 'timeout', accept: true }),
      async () => (await calls()) === 1,
    )
    await recoverAfter(world, MINUTES_2, async () =>
      (await types()).includes('MessageSendUnresolved'),
    )
    t.match(await repeat(), {
      status: 202,
      headers: { 'idempotent-replayed': 'true' },
      body: { data: { accepted: false, provider_message_id: null } },
    })
    t.equal(await calls(), 1)
  })

  t.test(
    'after the call and before its outcome is recorded: the call is never repeated',
    async (t) => {
      const { types, repeat } = await killedSend(
        () => world.fault({ kind: 'slow', ms: 8_000 }),
        async () => {
          const [call] = await world.calls()
          if (call !== undefined) wire.refuse()
          return call?.answer != null
        },
      )
      t.equal((await world.accepted()).length, 1)
      t.same(await types(), ['MessageSendRequested'])
      await recoverAfter(world, MINUTES_2, async () =>
        (await types()).includes('MessageSendUnresolved'),
      )
      t.match(await repeat(), { status: 202, body: { data: { accepted: false } } })
      t.equal(await calls(), 1)
    },
  )

  t.test('before the answer: the repeat gets it', async (t) => {
    const { types, repeat } = await killedSend(
      () => world.projector.stop(),
      async (messageId) => (await typesOf(messageId)).includes('MessageSent'),
    )
    world.projector.start()
    const [message] = await world.accepted()
    t.match(await repeat(), {
      status: 202,
      headers: { 'idempotent-replayed': 'true' },
      body: { data: { accepted: true, provider_message_id: message?.wamid } },
    })
    t.same(await types(), ['MessageSendRequested', 'MessageSent'])
    t.equal(await calls(), 1)
  })
})
