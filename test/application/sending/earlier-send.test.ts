import { randomUUID } from 'node:crypto'
import {
  awaitEarlierSend,
  type EarlierDeps,
  earlierSend,
  runRegistered,
} from '@recado/application/sending/earlier-send'
import { fingerprint } from '@recado/application/sending/fingerprint'
import type { SendCommand } from '@recado/application/sending/send-request'
import type { MessageEvent } from '@recado/domain/message/events'
import type { RecordedEvent } from '@recado/infra/event-store/event-store'
import type { ConnectionEntry } from '@recado/infra/registry-entries'
import { test } from 'tap'
import { releasedSend } from '../../examples/sends.ts'
import { hold } from '../../kit/hold.ts'

const account_id = randomUUID()
const connection_id = randomUUID()
const at = '2026-01-01T09:00:00.000Z'
const ids = {
  message_id: randomUUID(),
  connection_id,
  conversation_id: randomUUID(),
  contact_id: randomUUID(),
}

const commandFor = (text: string, connection = connection_id): SendCommand => {
  const send = {
    message_type: 'text',
    text,
    content: null,
    conversation_id: null,
    connections: [connection],
    recipient: null,
    reply_to_message_id: null,
    biz_opaque_callback_data: null,
  } as const
  const idempotency = { key: 'a-key-of-1', fingerprint: fingerprint(send) }
  return { account_id, message_id: ids.message_id, send, idempotency }
}
const command = commandFor('Bom dia')

const requested: MessageEvent = {
  type: 'MessageSendRequested',
  data: { ...releasedSend, ...ids, idempotency: command.idempotency },
}
const sent: MessageEvent = {
  type: 'MessageSent',
  data: {
    ...ids,
    provider_message_id: 'wamid.1',
    wa_id: null,
    business_scoped_user_id: null,
    attempt: 1,
    request: {},
    answer: {},
    sent_at: at,
  },
}
const deferred = (held_until?: string): MessageEvent => ({
  type: 'MessageSendDeferred',
  data: {
    ...ids,
    attempt: 1,
    not_before: at,
    error: null,
    deferred_at: at,
    ...(held_until && { held_until }),
  },
})

/** A log with these facts, and a call in progress. */
const known = (facts: readonly MessageEvent[], running: Promise<unknown> | null = null) => {
  const recorded = facts.map((fact, i) => ({ ...fact, position: BigInt(i) }) as RecordedEvent)
  const deps: EarlierDeps = {
    store: {
      async *readStream() {
        yield* recorded
      },
    },
    sending: { running: new Map(running && [[ids.message_id, running]]) },
    registry: {
      connection: (id) => ({ id, account_id }) as ConnectionEntry,
      connectionsOf: () => [],
    },
  }
  return { deps, stateFor: (asked = command) => earlierSend(deps, asked) }
}

test('without facts and a call in progress the send is new', async (t) => {
  t.same(await known([]).stateFor(), { state: 'new' })
})

test('a call in progress in this process is awaited, before and after its intent is recorded', async (t) => {
  const call = Promise.resolve()
  t.same(await known([], call).stateFor(), { state: 'running_here', ended: call })
  t.same(await known([requested], call).stateFor(), { state: 'running_here', ended: call })
})

test('an intent without an answer runs elsewhere, also while its process holds it for a retry', async (t) => {
  t.same(await known([requested]).stateFor(), { state: 'running_elsewhere' })
  t.same(await known([requested, deferred(at)]).stateFor(), { state: 'running_elsewhere' })
})

test('the first answer stays, whatever follows and whatever runs', async (t) => {
  const sentAtOnce = { state: 'answered', answer: { provider_message_id: 'wamid.1' }, position: 1n }
  t.match(await known([requested, sent]).stateFor(), sentAtOnce)
  t.match(await known([requested, sent], Promise.resolve()).stateFor(), sentAtOnce)
  const open = { state: 'answered', answer: { provider_message_id: null, refusal: null } }
  t.match(await known([requested, deferred()]).stateFor(), open)
  t.match(await known([requested, deferred(), sent]).stateFor(), open)
})

test('another text or connection is another body, with or without an answer', async (t) => {
  const others = [commandFor('Boa noite'), commandFor('Bom dia', randomUUID())]
  for (const facts of [[requested], [requested, sent]])
    for (const other of others) t.same(await known(facts).stateFor(other), { state: 'other_body' })
})

test('a repeat waits aside for a call in progress, and gets what the call recorded', async (t) => {
  const call = hold()
  const during = known([requested], call.promise)
  const afterwards = known([requested, sent])
  let waits = 0
  const store: EarlierDeps['store'] = {
    readStream: (stream) => (waits === 0 ? during : afterwards).deps.store.readStream(stream),
  }
  const answered = await awaitEarlierSend({ ...during.deps, store }, command, (wait) => {
    waits += 1
    call.resolve(undefined)
    return wait()
  })
  t.match(answered, { state: 'answered', answer: { provider_message_id: 'wamid.1' } })
  t.equal(waits, 1)
})

test('of two sends with one key that run together, the first is known until it ends', async (t) => {
  const running = new Map<string, Promise<unknown>>()
  const [first, second] = [hold(), hold()]
  const one = runRegistered(running, 'id', () => first.promise)
  const known = running.get('id')
  const other = runRegistered(running, 'id', () => second.promise)
  second.resolve(undefined)
  await other
  t.ok(known !== undefined && running.get('id') === known)
  first.resolve(undefined)
  await one
  t.equal(running.size, 0)
})

test('one that fails is not known any more', async (t) => {
  const running = new Map<string, Promise<unknown>>()
  const fails = async () => {
    throw new Error('the provider is away')
  }
  await t.rejects(runRegistered(running, 'id', fails))
  t.equal(running.size, 0)
})
