import { randomUUID } from 'node:crypto'
import { READ_SCHEMA } from '@recado/application/read-models/schema'
import { buildApp } from '@recado/command-api/app'
import { StoreUnavailable } from '@recado/infra/event-store/errors'
import { type Test, test } from 'tap'
import { eventually } from '../../kit/eventually.ts'
import { heldAppend, heldClaims, heldTurn, isClaim } from './held-steps.ts'
import { recoverAfter, recoveryAhead, timeless } from './recover-after.ts'
import { post, sendingWorld, somePhone } from './sending-world.ts'

const world = await sendingWorld()
const SECONDS_15 = 15_000
const MINUTES_2 = 120_000
const HOURS_2 = 2 * 3_600_000

test('a send', async (t) => {
  t.after(() => world.close())
  const { id, key } = await world.account()
  const connection = await world.connection(id)
  t.beforeEach(() => world.forget())
  // A first send makes the person known, so that later sends have no facts but their own.
  const to = somePhone()
  await post(world, key, '/messages', { from: connection.id, to, text: 'first' })
  let number = 0

  const send = (
    headers: Record<string, string> = {},
    text = `send ${++number}`,
    by: Pick<typeof world, 'app'> = world,
  ) => ({
    text,
    answer: post(by, key, '/messages', { from: connection.id, to, text }, headers),
  })
  const keyed = () => ({ 'idempotency-key': `waiting-send-${++number}` })
  const stored = async (text: string) => {
    const { rows } = await world.pool.query('select * from messages where text = $1', [text])
    return rows[0]
  }
  const story = async (text: string) => world.story(`message-${(await stored(text)).id}`)
  const types = async (text: string) => (await story(text)).map(({ type }) => type)
  const calls = async () => (await world.calls()).length

  t.test('that need not wait is claimed with its intent, by the run of its process', async (t) => {
    // On a busy machine it may have to wait after all.
    const text = await eventually(async () => {
      const { text, answer } = send()
      t.match(await answer, { status: 202, body: { data: { accepted: true } } })
      return (await types(text)).length === 2 && text
    })
    t.same(await types(text), ['MessageSendRequested', 'MessageSent'])
    const [requested] = await story(text)
    t.equal(requested?.data.run, world.deps.sending.run)
    t.notOk('held_until' in (requested?.data ?? {}))
  })

  t.test('waits unclaimed while its process holds eight claims without a call', async (t) => {
    const claims = heldClaims(world, t)
    const other = await world.connection(id)
    const both = [connection.id, other.id]
    const texts = Array.from({ length: 20 }, () => `send ${++number}`)
    const answers = texts.map((text, n) =>
      post(world, key, '/messages', { from: both[n % 2], to, text }, keyed()),
    )
    const stories = () =>
      Promise.all(texts.map(async (text) => ((await stored(text)) ? story(text) : [])))
    await eventually(async () => (await stories()).every(({ length }) => length > 0))
    const claimed = (await stories()).filter((facts) => facts.some(isClaim))
    t.equal(claimed.length, 8)
    t.equal(await calls(), 0)
    claims.areAnswered()
    for (const answer of answers)
      t.match(await answer, { status: 202, body: { data: { accepted: true } } })
    t.equal(await calls(), 20)
  })

  t.test('that waits is recorded as waiting, and claimed right before its call', async (t) => {
    const turn = heldTurn(world, t)
    const { text, answer } = send()
    await eventually(async () => (await stored(text)) !== undefined)
    t.same(await types(text), ['MessageSendRequested'])
    t.match(await stored(text), { status: 'pending', send_state: 'deferred', attempt: 0 })
    t.equal(await calls(), 0)
    turn.comes()
    t.match(await answer, { status: 202, body: { data: { accepted: true } } })
    t.same(await types(text), ['MessageSendRequested', 'MessageSendAttempted', 'MessageSent'])
    t.equal((await story(text))[1]?.data.run, world.deps.sending.run)
    t.equal(await calls(), 1)
  })

  t.test(
    'that waits is sent by another process within seconds when its own is gone, once',
    async (t) => {
      const text = await abandoned({ held_until: new Date(Date.now() + 10_000).toISOString() })
      await recoverAfter(world, SECONDS_15, async () => (await types(text)).includes('MessageSent'))
      t.same(await types(text), ['MessageSendRequested', 'MessageSendAttempted', 'MessageSent'])
      t.equal(await calls(), 1)
    },
  )

  t.test('that another process has sent meanwhile is answered from the log', async (t) => {
    const turn = heldTurn(world, t)
    const { text, answer } = send(keyed())
    await eventually(async () => (await stored(text)) !== undefined)
    await recoverAfter(world, MINUTES_2, async () => (await types(text)).includes('MessageSent'))
    turn.comes()
    const [message] = await world.accepted()
    t.match(await answer, {
      status: 202,
      body: { data: { accepted: true, provider_message_id: message?.wamid } },
    })
    t.equal(await calls(), 1)
  })

  t.test('that waits is handed over at once when its process stops', async (t) => {
    const turn = heldTurn(world, t)
    const stopping = new AbortController()
    const sending = { ...world.deps.sending, running: new Map(), stopping: stopping.signal }
    const app = await buildApp({ ...world.deps, sending })
    t.teardown(() => app.close())
    const text = 'stopped'
    const body = { from: connection.id, to, text }
    const answer = post({ app }, key, '/messages', body)
    await eventually(async () => (await stored(text)) !== undefined)
    stopping.abort()
    t.match(await answer, { status: 202, body: { data: { accepted: false } } })
    t.same(await types(text), ['MessageSendRequested', 'MessageSendDeferred'])
    turn.comes()
    await recoverAfter(world, 0, async () => (await types(text)).includes('MessageSent'))
    t.equal(await calls(), 1)
  })

  for (const reaches of [true, false])
    t.test(
      `whose claim was not answered${reaches ? '' : ' and never arrived'} still goes out, once`,
      async (t) => {
        const turn = heldTurn(world, t)
        const headers = keyed()
        const { text, answer } = send(headers)
        await eventually(async () => (await stored(text)) !== undefined)
        unanswered(t, 'MessageSendAttempted', reaches)
        turn.comes()
        // The answer reports what the log has: that the send waits, or nothing yet.
        const { status, body } = await answer
        if (status !== 503)
          t.match({ status, body }, { status: 202, body: { data: { accepted: false } } })
        await eventually(async () => (await types(text)).at(-1) === 'MessageSendDeferred')
        t.equal(await calls(), 0)
        await recoverAfter(world, 0, async () => (await types(text)).includes('MessageSent'))
        t.match(await send(headers, text).answer, {
          status: 202,
          headers: { 'idempotent-replayed': 'true' },
          body: { data: { accepted: false } },
        })
        t.equal(await calls(), 1)
      },
    )

  for (const waits of [true, false])
    t.test(
      `whose intent was not answered is not sent beside its repeat${waits ? '' : ', claimed or not'}`,
      async (t) => {
        const turn = waits ? heldTurn(world, t) : null
        unanswered(t, 'MessageSendRequested', true)
        const text = `to be repeated ${waits}`
        const on_unknown = 'retry'
        const ask = () =>
          post(world, key, '/messages', { from: connection.id, to, text, on_unknown })
        t.match(await ask(), { status: 503, body: { error: { code: 'unavailable' } } })
        turn?.comes()
        const both = async () => {
          const found = 'select send_state from messages where text = $1 order by log_id'
          return (await world.pool.query(found, [text])).rows
        }
        await eventually(async () => (await both())[0]?.send_state === 'given_up')
        t.match(await ask(), { status: 202, body: { data: { accepted: true } } })
        await recoverAfter(world, HOURS_2, async () => (await both())[1]?.send_state === 'sent')
        t.match(await both(), [{ send_state: 'given_up' }, { send_state: 'sent' }])
        t.equal(await calls(), 1)
      },
    )

  t.test('whose claim by recovery was not answered is still sent, once', async (t) => {
    const text = await abandoned({ held_until: new Date().toISOString() })
    unanswered(t, 'MessageSendAttempted', true)
    await recoverAfter(world, SECONDS_15, async () => (await types(text)).includes('MessageSent'))
    t.same(await types(text), [
      'MessageSendRequested',
      'MessageSendAttempted',
      'MessageSendDeferred',
      'MessageSendAttempted',
      'MessageSent',
    ])
    t.equal(await calls(), 1)
  })

  for (const [fault, happens] of Object.entries(postgresFaults()))
    t.test(`is not doubled when Postgres is ${fault} between claim and call`, async (t) => {
      const sender = await timeless(world, t)
      const turn = heldTurn(world, t)
      const { answer, text } = send(keyed(), undefined, sender)
      const messageId = await eventually(async () => (await stored(text))?.id as string)
      const ofMessage = async () => (await world.story(`message-${messageId}`)).map((f) => f.type)
      const waits = await abandoned({ held_until: new Date().toISOString() })
      await world.pool.query('create table public.backup as select * from messages')
      t.teardown(() => world.pool.query('drop table public.backup'))
      const claim = heldAppend(world, t, 'MessageSendAttempted', messageId)
      turn.comes()
      await eventually(async () => (await ofMessage()).at(-1) === 'MessageSendAttempted')
      await happens(messageId)
      const stop = recoveryAhead(world, MINUTES_2)
      t.teardown(stop)
      await eventually(async () => (await types(waits)).includes('MessageSent'))
      t.equal(await calls(), 1, 'only what waited is called')
      claim.isAnswered()
      t.match(await answer, { status: 202 })
      await eventually(async () => (await ofMessage()).includes('MessageSent'))
      t.equal(await calls(), 2)
      t.equal((await world.accepted()).length, 2)
    })

  /** Appends a send whose process died while it waited. @returns its text */
  async function abandoned(more: { held_until: string }): Promise<string> {
    const text = `abandoned ${++number}`
    const message_id = randomUUID()
    const [first] = (await world.pool.query('select * from messages limit 1')).rows
    const { connection_id, conversation_id, contact_id } = first
    await world.append(id, `message-${message_id}`, [
      {
        type: 'MessageSendRequested',
        data: {
          ...{ message_id, connection_id, conversation_id, contact_id, message_type: 'text', text },
          content: null,
          recipient: { phone: to, business_scoped_user_id: null },
          reply_to_message_id: null,
          biz_opaque_callback_data: null,
          idempotency: null,
          run: randomUUID(),
          ...more,
          requested_at: new Date().toISOString(),
        },
      },
    ])
    return text
  }
})

/** Faults of Postgres; each removes every trace of the claim there. */
function postgresFaults(): Record<string, (messageId: string) => Promise<unknown>> {
  const { pool, projector } = world
  const emptied = () =>
    pool.query(`do $$ declare t record; begin
      for t in select tablename from pg_tables where schemaname = 'control' loop
        execute format('truncate control.%I', t.tablename); end loop; end $$`)
  return {
    dropped: async () => {
      await projector.stop()
      await pool.query(`drop schema ${READ_SCHEMA} cascade`)
      await pool.query('drop schema control cascade')
      projector.start()
    },
    truncated: emptied,
    'restored to before the claim': async (messageId) => {
      await pool.query(
        `update messages as now
         set send_state = past.send_state, attempt = past.attempt, next_at = past.next_at
         from public.backup as past where past.id = now.id and now.id = $1`,
        [messageId],
      )
    },
    crashed: async () => {
      await emptied()
      await pool
        .query(
          `select pg_terminate_backend(pid) from pg_stat_activity
           where datname = current_database() and pid <> pg_backend_pid()`,
        )
        .catch(() => undefined)
    },
  }
}

/** Loses the answer of the next append of this type; `reaches` says whether it is written. */
function unanswered(t: Test, type: string, reaches: boolean): void {
  const { store } = world.deps
  const { append } = store
  let lost = 0
  const mute: typeof append = async (stream, expected, events) => {
    if (events[0]?.type !== type || lost++ > 0) return append(stream, expected, events)
    if (reaches) await append(stream, expected, events)
    throw new StoreUnavailable('no answer', { outcomeUnknown: true })
  }
  Object.assign(store, { append: mute })
  t.teardown(() => Object.assign(store, { append }))
}
