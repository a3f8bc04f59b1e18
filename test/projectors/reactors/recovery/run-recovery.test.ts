import { randomUUID } from 'node:crypto'
import { aggregateCache } from '@recado/application/commands/aggregate-cache'
import { streamMutex } from '@recado/application/commands/stream-mutex'
import { providerMessageId } from '@recado/application/ids'
import { READ_SCHEMA } from '@recado/application/read-models/schema'
import { runOn } from '@recado/infra/postgres/run'
import type { OpenSend } from '@recado/projectors/reactors/recovery/next-step'
import { openSends } from '@recado/projectors/reactors/recovery/open-sends'
import { recoveryLimits } from '@recado/projectors/reactors/recovery/recovery-limits'
import { takeStep } from '@recado/projectors/reactors/recovery/take-step'
import { test } from 'tap'
import { recoveryAhead } from '../../../command-api/messages/recover-after.ts'
import {
  outline,
  post,
  sendingWorld,
  somePhone,
} from '../../../command-api/messages/sending-world.ts'
import { eventually } from '../../../kit/eventually.ts'

const HOUR = 3_600_000
const world = await sendingWorld()

/** Runs recovery with a clock that is ahead. @returns the function that stops it */
const recovery = (aheadMs: number) => recoveryAhead(world, aheadMs)

test('recovery', async (t) => {
  t.after(() => world.close())
  const { id, key } = await world.account()
  const connection = await world.connection(id)
  t.beforeEach(() => world.forget())

  const send = async () => {
    const to = somePhone()
    const { body } = await post(world, key, '/messages', { from: connection.id, to, text: 'a' })
    const row = async () => {
      const found = await world.pool.query('select * from messages where party_phone = $1', [to])
      return found.rows[0]
    }
    return { body, row, id: await eventually(async () => (await row())?.id as string) }
  }
  const types = async (messageId: string) => outline(await world.story(`message-${messageId}`))

  t.test('a deferred send goes out when it is due', async (t) => {
    await world.fault({ kind: 'error', code: 131048 })
    const { row, id: messageId } = await send()
    const early = recovery(0)
    const stop = recovery(2 * HOUR)
    await early()
    t.teardown(stop)
    await eventually(async () => (await row()).send_state === 'sent')
    t.same(await types(messageId), [
      'MessageSendRequested',
      'MessageSendDeferred',
      'MessageSendAttempted',
      'MessageSent',
    ])
    const [message] = await world.accepted()
    t.match(await row(), { provider_message_id: message?.wamid, attempt: 2 })
  })

  t.test('a deferred send to a contact that was restricted meanwhile is refused', async (t) => {
    await world.fault({ kind: 'error', code: 131048 })
    const { row, id: messageId } = await send()
    const { contact_id } = await row()
    await world.app.inject({
      method: 'PATCH',
      url: `/api/v1/contacts/${contact_id}`,
      headers: { authorization: `Bearer ${key}` },
      payload: { restricted: true },
    })
    const stop = recovery(2 * HOUR)
    t.teardown(stop)
    await eventually(async () => (await row()).send_state === 'refused')
    t.match(await row(), { status: 'failed', error: { code: 'contact_restricted' } })
    t.same(await types(messageId), [
      'MessageSendRequested',
      'MessageSendDeferred',
      'MessageSendRefused',
    ])
    t.equal((await world.calls()).length, 1, 'only the first attempt called the provider')
  })

  t.test('a send whose words have expired meanwhile is refused', async (t) => {
    await world.fault({ kind: 'error', code: 131048 })
    const { row, id: messageId } = await send()
    await world.pool.query('update messages set has_words = false where id = $1', [messageId])
    const stop = recovery(2 * HOUR)
    t.teardown(stop)
    await eventually(async () => (await row()).send_state === 'refused')
    t.match(await row(), { status: 'failed', error: { code: 'message_expired' } })
    t.same(await types(messageId), [
      'MessageSendRequested',
      'MessageSendDeferred',
      'MessageSendRefused',
    ])
  })

  t.test('of several senders one makes the call', async (t) => {
    await world.fault({ kind: 'error', code: 131048 })
    const { row, id: messageId } = await send()
    const { account_id, connection_id, created_at, requested_at, next_at } = await row()
    const open: OpenSend = {
      id: messageId,
      account_id,
      connection_id,
      send_state: 'deferred',
      attempt: 1,
      created_at,
      requested_at,
      next_at,
      released_at: null,
      wa_id: null,
      type: 'official',
      gateway_id: null,
      lid: null,
      restricted: false,
      has_words: true,
    }
    await world.forget()
    const sender = () => ({
      ...world.deps,
      cache: aggregateCache(),
      mutex: streamMutex(),
      now: () => new Date(Date.now() + 2 * HOUR),
    })
    await Promise.all(Array.from({ length: 8 }, () => takeStep(sender(), open, 'attempt')))
    t.equal((await world.calls()).length, 1)
    t.equal((await types(messageId)).filter((type) => type === 'MessageSent').length, 1)
  })

  t.test('a send is claimed only once it gets its turn', async (t) => {
    await world.fault({ kind: 'error', code: 131048, count: 3 })
    const waiting = [await send(), await send(), await send()]
    const { acquireTurn: take } = world.deps.sending.pacing
    let asked = 0
    const none: typeof take = async () => ++asked < 0
    Object.assign(world.deps.sending.pacing, { acquireTurn: none })
    t.teardown(() => Object.assign(world.deps.sending.pacing, { acquireTurn: take }))
    const stop = recovery(2 * HOUR)
    t.teardown(stop)
    await eventually(() => asked >= 12)
    for (const { id: messageId } of waiting)
      t.same(await types(messageId), ['MessageSendRequested', 'MessageSendDeferred'])
    Object.assign(world.deps.sending.pacing, { acquireTurn: take })
    await eventually(async () => (await world.accepted()).length === 3)
  })

  t.test('a send is given up when the provider asks for too long a wait', async (t) => {
    await world.fault({ kind: 'error', code: 131048 })
    const { row } = await send()
    const stop = recovery(25 * HOUR)
    t.teardown(stop)
    await eventually(async () => (await row()).send_state === 'given_up')
    t.match(await row(), { status: 'failed', error: { code: 131048, class: 'throttle' } })
    t.equal((await world.calls()).length, 1)
  })

  t.test('an unknown outcome is given up in the end, without a second call', async (t) => {
    await world.fault({ kind: 'reset', accept: true })
    const { row, id: messageId } = await send()
    const patient = recovery(23 * HOUR)
    t.teardown(patient)
    const marker = await crashed(id, connection.id)
    await eventually(async () => (await types(marker)).includes('MessageSendUnresolved'))
    t.equal((await row()).send_state, 'unresolved')
    await patient()
    const stop = recovery(25 * HOUR)
    t.teardown(stop)
    await eventually(async () => (await row()).send_state === 'given_up')
    t.match(await row(), { status: 'failed', error: { code: 'outcome_unknown' } })
    t.same(await types(messageId), [
      'MessageSendRequested',
      'MessageSendUnresolved',
      'MessageSendGivenUp',
    ])
    t.equal((await world.calls()).length, 1)
  })

  t.test('a status settles an unknown outcome', async (t) => {
    await world.fault({ kind: 'reset', accept: true })
    const { row, id: messageId } = await send()
    const [message] = await world.accepted()
    const provider_message_id = String(message?.wamid)
    await world.append(
      id,
      `providerMessage-${providerMessageId({ connection_id: connection.id, provider_message_id })}`,
      [status(connection.id, provider_message_id, messageId)],
    )
    t.match(await row(), { status: 'delivered', send_state: 'sent', provider_message_id })
    const stop = recovery(48 * HOUR)
    t.teardown(stop)
    const marker = await crashed(id, connection.id)
    await eventually(async () => (await types(marker)).includes('MessageSendGivenUp'))
    t.same(await types(messageId), ['MessageSendRequested', 'MessageSendUnresolved'])
  })

  t.test('a send whose process died gets its outcome, even after a faster status', async (t) => {
    const messageId = await crashed(id, connection.id)
    const wamid = `wamid.${messageId}`
    await world.append(
      id,
      `providerMessage-${providerMessageId({ connection_id: connection.id, provider_message_id: wamid })}`,
      [status(connection.id, wamid, messageId)],
    )
    const stop = recovery(2 * HOUR)
    t.teardown(stop)
    // Without that fact, a repeat of the request would be answered forever that the first one is still running.
    await eventually(async () => (await types(messageId)).includes('MessageSendUnresolved'))
    const row = async () =>
      (await world.pool.query('select * from messages where id = $1', [messageId])).rows[0]
    await eventually(async () => (await row()).send_state === 'sent')
    t.match(await row(), { status: 'delivered', provider_message_id: wamid })
    const payload = { type: 'text', biz_opaque_callback_data: messageId }
    t.match(await row(), { payload }, 'the request is shown')
  })

  t.test('without its tables it repeats nothing and loses nothing', async (t) => {
    const sent = await send()
    await world.fault({ kind: 'error', code: 131048 })
    const deferred = await send()
    const before = await types(sent.id)
    await world.projector.stop()
    await world.pool.query(`drop schema ${READ_SCHEMA} cascade`)
    await world.pool.query('drop schema control cascade')
    const stop = recovery(2 * HOUR)
    t.teardown(stop)
    world.projector.start()
    await eventually(async () => (await deferred.row()).send_state === 'sent')
    t.same(await types(sent.id), before)
    t.equal((await world.accepted()).length, 2)
    t.equal((await world.calls()).length, 3)
  })

  t.test('sends of one connection do not delay those of others', async (t) => {
    const other = await world.connection(id)
    await world.fault({ kind: 'error', code: 131048, count: 80 })
    for (let n = 0; n < 70; n += 1) await send()
    const to = somePhone()
    await post(world, key, '/messages', { from: other.id, to, text: 'a' })
    const now = new Date(Date.now() + 2 * HOUR)
    const selection = { busy: [], count: 64, onlyConnected: [], suspendedTo: null }
    const due = openSends(now, recoveryLimits(world.deps.config), selection)
    const found = await runOn(world.pool)<OpenSend>(due)
    t.equal(found.length, 64)
    t.equal(
      found.findIndex(({ connection_id }) => connection_id === other.id),
      1,
    )
  })
})

/** Appends a send whose process died before recording an outcome. @returns the message's id */
async function crashed(accountId: string, connectionId: string): Promise<string> {
  const message_id = randomUUID()
  const requested_at = new Date().toISOString()
  await world.append(accountId, `message-${message_id}`, [
    {
      type: 'MessageSendRequested',
      data: {
        message_id,
        connection_id: connectionId,
        conversation_id: randomUUID(),
        contact_id: randomUUID(),
        message_type: 'text',
        text: 'a',
        content: null,
        recipient: { phone: somePhone(), business_scoped_user_id: null },
        reply_to_message_id: null,
        biz_opaque_callback_data: null,
        idempotency: null,
        requested_at,
      },
    },
  ])
  return message_id
}

function status(connection_id: string, provider_message_id: string, correlation: string) {
  const now = new Date().toISOString()
  const intent = {
    provider_message_id,
    status: 'delivered',
    provider_timestamp: now,
    recipient: { phone: somePhone(), business_scoped_user_id: null },
    biz_opaque_callback_data: correlation,
    errors: [],
    pricing: null,
  }
  const data = { connection_id, intent, raw_event_id: randomUUID(), recorded_at: now }
  return { type: 'MessageStatusReported', data }
}
