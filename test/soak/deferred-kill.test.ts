import { test } from 'tap'
import { recoverAfter } from '../command-api/messages/recover-after.ts'
import { post, sendingWorld, somePhone } from '../command-api/messages/sending-world.ts'
import { eventually } from '../kit/eventually.ts'
import { startProcess } from '../kit/product-process.ts'
import { tcpProxy } from '../kit/tcp-proxy.ts'

const world = await sendingWorld({ PROVIDER_TIMEOUT_MS: '20000', SEND_RETRY_MS: '0' })
const wire = await tcpProxy(
  Number(new URL(world.environment.EVENTSTORE_URL.replace('esdb', 'http')).port),
)

const MINUTES_2 = 120_000

/** Starts the projectors as a separate process whose recovery reaches the log through the proxy. */
const startProjectors = () =>
  startProcess('projectors', {
    ...world.environment,
    EVENTSTORE_URL: `esdb://127.0.0.1:${wire.port}?tls=false`,
  })

test('a process is killed while it retries a deferred send', async (t) => {
  t.after(async () => {
    await world.close()
    await wire.close()
  })
  const { id, key } = await world.account()
  const connection = await world.connection(id)
  t.beforeEach(() => world.forget())

  /** Makes a send that the provider refuses for now. */
  const deferred = async () => {
    await world.fault({ kind: 'error', code: 131016 })
    const to = somePhone()
    const answer = await post(world, key, '/messages', { from: connection.id, to, text: 'a' })
    t.match(answer, { status: 202, body: { data: { accepted: false } } })
    const { rows } = await world.pool.query('select id from messages where party_phone = $1', [to])
    const types = async () => (await world.story(`message-${rows[0].id}`)).map(({ type }) => type)
    t.same(await types(), ['MessageSendRequested', 'MessageSendDeferred'])
    return types
  }
  const calls = async () => (await world.calls()).filter(({ method }) => method === 'POST').length
  const accepted = async () => (await world.accepted()).length
  const started = async () => {
    const { child, kill } = await startProjectors()
    t.teardown(() => child.kill('SIGKILL'))
    return async () => {
      await kill()
      wire.heal()
    }
  }
  const upToAttempt = ['MessageSendRequested', 'MessageSendDeferred', 'MessageSendAttempted']

  t.test('before the claim: another process sends it, once', async (t) => {
    const types = await deferred()
    await recoverAfter(world, MINUTES_2, async () => (await types()).includes('MessageSent'))
    t.same(await types(), [...upToAttempt, 'MessageSent'])
    t.same([await calls(), await accepted()], [2, 1])
  })

  t.test('during the call: the call is never repeated', async (t) => {
    const types = await deferred()
    await world.fault({ kind: 'timeout', accept: true })
    const kill = await started()
    await eventually(async () => (await calls()) === 2)
    await kill()
    t.same(await types(), upToAttempt)
    await recoverAfter(world, MINUTES_2, async () =>
      (await types()).includes('MessageSendUnresolved'),
    )
    t.same([await calls(), await accepted()], [2, 1])
  })

  t.test(
    'after the call and before its outcome is recorded: the call is never repeated',
    async (t) => {
      const types = await deferred()
      await world.fault({ kind: 'slow', ms: 1_000 })
      const kill = await started()
      await eventually(async () => {
        const call = (await world.calls()).filter(({ method }) => method === 'POST')[1]
        if (call !== undefined) wire.refuse()
        return call?.answer != null
      })
      await kill()
      t.same(await types(), upToAttempt)
      await recoverAfter(world, MINUTES_2, async () =>
        (await types()).includes('MessageSendUnresolved'),
      )
      t.same([await calls(), await accepted()], [2, 1])
    },
  )

  t.test('after it is deferred again: another process continues from there', async (t) => {
    const types = await deferred()
    await world.fault({ kind: 'error', code: 131048 })
    const kill = await started()
    await eventually(async () => (await types()).length === 4)
    await kill()
    await recoverAfter(world, 3 * 3_600_000, async () => (await types()).includes('MessageSent'))
    t.same(await types(), [
      ...upToAttempt,
      'MessageSendDeferred',
      'MessageSendAttempted',
      'MessageSent',
    ])
    t.same([await calls(), await accepted()], [3, 1])
  })

  t.test('after its outcome is recorded: nothing is left to do', async (t) => {
    const types = await deferred()
    const kill = await started()
    await eventually(async () => (await types()).includes('MessageSent'))
    await kill()
    const next = await deferred()
    await recoverAfter(world, MINUTES_2, async () => (await next()).includes('MessageSent'))
    t.same(await types(), [...upToAttempt, 'MessageSent'])
    t.same([await calls(), await accepted()], [4, 2])
  })
})
