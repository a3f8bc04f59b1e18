import { test } from 'tap'
import { eventually } from '../../kit/eventually.ts'
import { startProcess } from '../../kit/product-process.ts'
import { tcpProxy } from '../../kit/tcp-proxy.ts'
import { isClaim } from './held-steps.ts'
import { recoveryAhead } from './recover-after.ts'
import { post, sendingWorld, somePhone } from './sending-world.ts'

const SENDS = 24
/** Claims that a process holds without a call. */
const MAX_UNCALLED = 8
const SECOND = 1_000
const HOURS_3 = 3 * 3_600_000

const world = await sendingWorld({ SEND_WAIT_MS: '40000', SEND_RETRY_MS: '0' })
const wire = await tcpProxy(
  Number(new URL(world.environment.EVENTSTORE_URL.replace('esdb', 'http')).port),
)

test('a process that is killed under a slow log leaves few sends unknown without a call, and none is sent twice', async (t) => {
  t.after(async () => {
    await world.close()
    await wire.close()
  })
  const { id, key } = await world.account()
  const connection = await world.connection(id)
  const to = somePhone()
  await post(world, key, '/messages', { from: connection.id, to, text: 'makes the person known' })
  const { child, port, kill } = await startProcess('command-api', {
    ...world.environment,
    EVENTSTORE_URL: `esdb://127.0.0.1:${wire.port}?tls=false`,
  })
  t.teardown(() => child.kill('SIGKILL'))
  const send = (idempotencyKey: string) =>
    fetch(`http://127.0.0.1:${port}/api/v1/messages`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${key}`,
        'content-type': 'application/json',
        'idempotency-key': idempotencyKey,
      },
      body: JSON.stringify({ from: connection.id, to, text: idempotencyKey }),
    }).then(
      ({ status }) => status,
      () => 'cut',
    )
  t.equal(await send('killed-send-first'), 202)
  await world.forget()

  wire.delay(SECOND)
  const keys = Array.from({ length: SENDS }, (_, n) => `killed-send-${n}`)
  const answers = keys.map(send)
  const stories = () =>
    Promise.all(
      keys.map((one) =>
        world.story(
          `message-${world.deps.personIds.keyedMessageId({ account_id: id, idempotency_key: one })}`,
        ),
      ),
    )
  const recorded = async () => (await stories()).filter(({ length }) => length > 0).length
  await eventually(async () => (await recorded()) >= 2 * MAX_UNCALLED)
  await kill()
  await Promise.all(answers)
  wire.heal()
  const called = async () =>
    (await world.calls()).map(({ body }) => JSON.parse(String(body)).text.body as string)
  const before = await called()
  const facts = await stories()
  const claimed = keys.filter((_, n) => facts[n]?.some(isClaim))
  const asked = keys.filter((_, n) => facts[n]?.length)

  // Another process, whose clock is hours ahead, brings all of them to an end.
  const stop = recoveryAhead(world, HOURS_3)
  const ended = new Set(['MessageSent', 'MessageSendUnresolved'])
  await eventually(async () =>
    (await stories()).every(
      (facts) => facts.length === 0 || facts.some(({ type }) => ended.has(type)),
    ),
  )
  await stop()
  const uncalled = claimed.filter((one) => !before.includes(one))
  t.comment(`${claimed.length} of ${SENDS} were claimed, ${uncalled.length} of them without a call`)
  t.ok(uncalled.length <= MAX_UNCALLED)
  const all = await called()
  t.same([...new Set(all)].sort(), asked.filter((one) => !uncalled.includes(one)).sort())
  t.equal(new Set(all).size, all.length, 'none is called twice')
})
