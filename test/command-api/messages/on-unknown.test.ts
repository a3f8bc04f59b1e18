import type { Fact } from '@recado/domain/decision'
import { test } from 'tap'
import { acceptance } from '../../domain/message/a-send.ts'
import { releasedRequest, releasedSend } from '../../examples/sends.ts'
import { recoverAfter } from './recover-after.ts'
import { outline, post, sendingWorld, somePhone } from './sending-world.ts'

const world = await sendingWorld()
const SECONDS_10 = 10_000
const MINUTES_2 = 120_000
const HOURS_25 = 25 * 3_600_000

test('the outcome of a send is unknown', async (t) => {
  t.after(() => world.close())
  const { id, key } = await world.account()
  const connection = await world.connection(id)
  t.beforeEach(() => world.forget())
  let number = 0

  const newSend = (body: object) => {
    const name = `on-unknown-${++number}`
    const asked = { from: connection.id, to: somePhone(), text: '123456', ...body }
    const ask = (more: object = {}) =>
      post(world, key, '/messages', { ...asked, ...more }, { 'idempotency-key': name })
    const message_id = world.deps.personIds.keyedMessageId({
      account_id: id,
      idempotency_key: name,
    })
    const types = async () => outline(await world.story(`message-${message_id}`))
    return { ask, types, message_id }
  }
  const unanswered = () => world.fault({ kind: 'reset', accept: true })
  const open = { status: 202, body: { data: { accepted: false, provider_message_id: null } } }
  const placed = async (message_id: string) => {
    const { rows } = await world.pool.query('select * from messages limit 1')
    const { conversation_id, contact_id } = rows[0]
    return { message_id, connection_id: connection.id, conversation_id, contact_id }
  }

  for (const on_unknown of [undefined, null, 'give_up'])
    t.test(`${on_unknown}: it is never sent again`, async (t) => {
      await unanswered()
      const { ask, types } = newSend({ on_unknown })
      t.match(await ask(), open)
      await recoverAfter(world, HOURS_25, async () => (await types()).length === 3)
      t.same(await types(), ['MessageSendRequested', 'MessageSendUnresolved', 'MessageSendGivenUp'])
      t.equal((await world.calls()).length, 1)
    })

  t.test('retry: it is sent again, and the first answer stays', async (t) => {
    await unanswered()
    const { ask, types, message_id } = newSend({ on_unknown: 'retry' })
    const first = await ask()
    t.match(first, open)
    t.equal((await world.story(`message-${message_id}`))[0]?.data.on_unknown, 'retry')
    await recoverAfter(world, SECONDS_10, async () => (await types()).includes('MessageSent'))
    t.same(await types(), [
      'MessageSendRequested',
      'MessageSendUnresolved',
      'MessageSendAttempted',
      'MessageSent',
    ])
    t.equal((await world.calls()).length, 2)
    t.same((await ask()).body, first.body)
  })

  t.test('retry: after the last try the send counts as failed', async (t) => {
    await world.fault({ kind: 'reset', accept: false, count: 20 })
    const { ask, types } = newSend({ on_unknown: 'retry' })
    t.match(await ask(), open)
    const tried = async () =>
      (await types()).filter((type) => type === 'MessageSendUnresolved').length
    for (const tries of [2, 3, 4, 5])
      await recoverAfter(world, tries * 400_000, async () => (await tried()) === tries)
    await recoverAfter(world, HOURS_25, async () => (await types()).includes('MessageSendGivenUp'))
    t.equal(await tried(), 5)
    t.equal((await world.calls()).length, 5)
  })

  t.test('retry: a send whose process died during the call is sent again', async (t) => {
    const { types, message_id } = newSend({})
    const requested_at = new Date().toISOString()
    const data = { ...releasedSend, idempotency: null, requested_at }
    const asked = { ...(await placed(message_id)), ...data, on_unknown: 'retry' }
    await world.append(id, `message-${message_id}`, [{ type: 'MessageSendRequested', data: asked }])
    await recoverAfter(world, MINUTES_2, async () => (await types()).includes('MessageSent'))
    t.same(await types(), [
      'MessageSendRequested',
      'MessageSendUnresolved',
      'MessageSendAttempted',
      'MessageSent',
    ])
    t.equal((await world.calls()).length, 1)
  })

  t.test(
    'the choice is part of the request that a key stands for, the default is not',
    async (t) => {
      const { ask } = newSend({})
      t.match(await ask(), { status: 202 })
      const replayed = { status: 202, headers: { 'idempotent-replayed': 'true' } }
      t.match(await ask({ on_unknown: 'give_up' }), replayed)
      t.match(await ask({ on_unknown: null }), replayed)
      t.match(await ask({ on_unknown: 'retry' }), {
        status: 422,
        body: { error: { code: 'validation', message: /Idempotency-Key/ } },
      })
    },
  )

  t.test('a key from before the choice existed is replayed', async (t) => {
    const name = String(releasedSend.idempotency?.key)
    const ids = await placed(
      world.deps.personIds.keyedMessageId({ account_id: id, idempotency_key: name }),
    )
    const sent = { ...ids, ...acceptance, attempt: 1, sent_at: releasedSend.requested_at }
    const facts: Fact[] = [
      { type: 'MessageSendRequested', data: { ...ids, ...releasedSend } },
      { type: 'MessageSent', data: sent },
    ]
    await world.append(id, `message-${ids.message_id}`, facts)
    for (const more of [{}, { on_unknown: 'give_up' }])
      t.match(
        await post(
          world,
          key,
          '/messages',
          { from: connection.id, ...releasedRequest, ...more },
          { 'idempotency-key': name },
        ),
        {
          status: 202,
          headers: { 'idempotent-replayed': 'true' },
          body: { data: { accepted: true, provider_message_id: acceptance.provider_message_id } },
        },
      )
    t.equal((await world.calls()).length, 0)
  })

  t.test('any other value is refused', async (t) => {
    const { ask } = newSend({ on_unknown: 'maybe' })
    t.match(await ask(), { status: 422, body: { error: { message: /on_unknown/ } } })
  })
})
