import { aggregateCache } from '@recado/application/commands/aggregate-cache'
import { streamMutex } from '@recado/application/commands/stream-mutex'
import { buildApp } from '@recado/command-api/app'
import { StoreUnavailable } from '@recado/infra/event-store/errors'
import type { EventStore } from '@recado/infra/event-store/event-store'
import { test } from 'tap'
import { eventually } from '../../kit/eventually.ts'
import { recoverAfter } from './recover-after.ts'
import { post, sendingWorld, somePhone } from './sending-world.ts'

const world = await sendingWorld()
const MINUTES_2 = 120_000
const HOURS_25 = 25 * 3_600_000

/** Outcomes by the fact that records them, with the fault that causes them. */
const OUTCOMES = {
  MessageSent: null,
  MessageSendRefused: { kind: 'error', code: 131026 },
  MessageSendDeferred: { kind: 'error', code: 131048 },
  MessageSendUnresolved: { kind: 'reset', accept: true },
} as const

/** The fact at which the log freezes; whether that fact reaches the log, and whether the process dies. */
type Freeze = { readonly at: string; readonly arrives: boolean; readonly dies: boolean }

test('one Idempotency-Key has one answer, wherever the log freezes', async (t) => {
  t.after(() => world.close())
  const { id, key } = await world.account()
  const connection = await world.connection(id)
  const accepted: { biz_opaque_callback_data?: string }[] = []
  const requests: { name: string; ask: Ask; message_id: string; answers: Answer[] }[] = []

  for (const [fact, fault] of Object.entries(OUTCOMES))
    for (const at of ['MessageSendRequested', fact])
      for (const arrives of [true, false])
        for (const dies of [true, false]) {
          await world.forget()
          if (fault !== null) await world.fault(fault)
          const name = `${fact}-frozen-at-${at}-${arrives ? 'arrives' : 'lost'}-${dies ? 'dies' : 'lives'}`
          const body = { from: connection.id, to: somePhone(), text: name }
          const ask: Ask = (app) =>
            post({ app }, key, '/messages', body, { 'idempotency-key': name })
          const app = await frozenApp({ at, arrives, dies })
          const first = await ask(app)
          await app.close()
          accepted.push(...(await world.accepted()))
          const message_id = world.deps.personIds.keyedMessageId({
            account_id: id,
            idempotency_key: name,
          })
          requests.push({ name, ask, message_id, answers: [first] })
        }
  await world.forget()

  const askAgain = async () => {
    for (const { ask, answers } of requests)
      answers.push(
        await eventually(async () => {
          const answer = await ask(world.app)
          return answer.status !== 409 && answer.status < 500 && answer
        }),
      )
  }
  const recovered = async () => {
    for (const { message_id } of requests) {
      const story = await world.story(`message-${message_id}`)
      const last = story.findLast(({ type }) => type !== 'MessageSendAttempted')?.type
      if (last === 'MessageSendRequested') return false
    }
    return true
  }
  await recoverAfter(world, MINUTES_2, recovered)
  await askAgain()
  await recoverAfter(world, HOURS_25, recovered)
  await askAgain()

  for (const { name, answers } of requests) {
    const told = answers.filter(({ status }) => status !== 409 && status < 500)
    const distinct = new Set(told.map(({ status, body }) => JSON.stringify({ status, body })))
    t.equal(distinct.size, 1, `${name}: ${[...distinct].join(' and ')}`)
  }
  accepted.push(...(await world.accepted()))
  const sent = accepted.map(({ biz_opaque_callback_data: ours }) => ours)
  t.equal(new Set(sent).size, sent.length, 'nothing was sent twice')
})

type Answer = Awaited<ReturnType<typeof post>>
type Ask = (app: typeof world.app) => Promise<Answer>

/** Another process of the product whose log freezes once. */
function frozenApp({ at, arrives, dies }: Freeze) {
  const { deps } = world
  let frozen = false
  const append: EventStore['append'] = async (stream, expected, events) => {
    if (frozen && dies) throw new StoreUnavailable('gone', { outcomeUnknown: false })
    if (frozen || events[0]?.type !== at) return deps.store.append(stream, expected, events)
    frozen = true
    if (arrives) await deps.store.append(stream, expected, events)
    throw new StoreUnavailable('no answer', { outcomeUnknown: true })
  }
  const { background } = deps.sending
  const sending = {
    ...deps.sending,
    running: new Map(),
    background: dies ? { ...background, untilDone: async () => undefined } : background,
  }
  const store = { ...deps.store, append }
  return buildApp({ ...deps, store, sending, cache: aggregateCache(), mutex: streamMutex() })
}
