import { randomUUID } from 'node:crypto'
import { type AttemptSetup, makeAttempt } from '@recado/application/sending/attempt'
import type { ClaimableCall } from '@recado/application/sending/call-provider'
import type { MessageEvent } from '@recado/domain/message/events'
import { message, type OutboundMessage } from '@recado/domain/message/message'
import { RevisionConflict, StoreUnavailable } from '@recado/infra/event-store/errors'
import type { SendOutcome } from '@recado/infra/providers/send-call'
import { test } from 'tap'
import { releasedSend } from '../../examples/sends.ts'

const ROOM_MS = 0
const at = '2026-01-01T09:00:00.000Z'
const ids = {
  message_id: randomUUID(),
  connection_id: randomUUID(),
  conversation_id: randomUUID(),
  contact_id: randomUUID(),
}
const accepted: SendOutcome = {
  outcome: 'accepted',
  provider_message_id: 'wamid.1',
  wa_id: null,
  business_scoped_user_id: null,
  request: {},
  answer: {},
}

/** A send after its intent: claimed, or waiting. */
const loadedAs = (phase: 'claimed' | 'waiting') => {
  const waiting = phase === 'waiting' && { held_until: at }
  const fact: MessageEvent = {
    type: 'MessageSendRequested',
    data: { ...releasedSend, ...ids, ...waiting },
  }
  const send = message.evolve(message.initialState, fact) as OutboundMessage
  return { send, revision: 0n }
}

/** An attempt over a stubbed log; `happened` lists what it did, in order. */
const attempting = (append: () => void = () => undefined, now = at, hasRoom = true) => {
  const happened: string[] = []
  const deps = {
    store: {
      append: async (_: string, expected: bigint, [event]: { type: string }[]) => {
        happened.push(`${event?.type} after ${expected}`)
        append()
        return { revision: expected + 1n, position: 1n }
      },
    },
    cache: { put: () => undefined },
    sending: {
      run: 'this run',
      background: { untilDone: async () => void happened.push('withdrawn') },
    },
  }
  const context = { account_id: null, now: () => new Date(now), newId: () => randomUUID() }
  const connection = { type: 'official' }
  const person = { wa_id: null, lid: null }
  const setup = { deps, context, connection, person } as unknown as AttemptSetup
  const slot = {
    take: async () => hasRoom,
    free: () => void happened.push('freed'),
  }
  const ready: ClaimableCall = {
    slot,
    async send() {
      happened.push('called')
      return accepted
    },
    async drop() {
      happened.push('dropped')
    },
  }
  return { setup, ready, happened }
}

test('a waiting send is claimed right before its call', async (t) => {
  const { setup, ready, happened } = attempting()
  const made = await makeAttempt(setup, loadedAs('waiting'), ready, ROOM_MS)
  t.same(happened, ['MessageSendAttempted after 0', 'called'])
  t.match(made, { attempt: 1, claimed: true, outcome: accepted, loaded: { revision: 1n } })
})

test('an attempt that was claimed with its intent is called at once', async (t) => {
  const { setup, ready, happened } = attempting()
  const made = await makeAttempt(setup, loadedAs('claimed'), ready, ROOM_MS)
  t.same(happened, ['called'])
  t.match(made, { attempt: 1, claimed: true, outcome: accepted, loaded: { revision: 0n } })
})

test('a process that has paused since its claim makes no call, because recovery may have taken the attempt for lost', async (t) => {
  const { setup, ready, happened } = attempting(undefined, '2026-01-01T09:00:20.000Z')
  const made = await makeAttempt(setup, loadedAs('claimed'), ready, ROOM_MS)
  t.same(happened, ['dropped'])
  t.match(made, { attempt: 1, claimed: true, outcome: { outcome: 'no_turn' }, slot: ready.slot })
})

test('a claim that another process won makes no call', async (t) => {
  const { setup, ready, happened } = attempting(() => {
    throw new RevisionConflict('message-1')
  })
  t.equal(await makeAttempt(setup, loadedAs('waiting'), ready, ROOM_MS), null)
  t.same(happened, ['MessageSendAttempted after 0', 'freed', 'dropped'])
})

test('a claim without an answer makes no call, and is withdrawn', async (t) => {
  const { setup, ready, happened } = attempting(() => {
    throw new StoreUnavailable('no answer', { outcomeUnknown: true })
  })
  await t.rejects(makeAttempt(setup, loadedAs('waiting'), ready, ROOM_MS), StoreUnavailable)
  t.same(happened, ['MessageSendAttempted after 0', 'withdrawn', 'freed', 'dropped'])
})

test('without a turn no attempt begins, and a provider that declines before the call ends one', async (t) => {
  const { setup, happened } = attempting()
  const noTurn = { outcome: 'no_turn', retry_after_ms: 1 } as const
  const error = { code: 1, class: 'throttle', title: 'a', details: null } as const
  const later = { outcome: 'later', error, retry_after_ms: 1, request: {}, answer: null } as const
  const send = loadedAs('waiting')
  t.match(await makeAttempt(setup, send, noTurn, ROOM_MS), {
    attempt: 0,
    claimed: false,
    outcome: noTurn,
  })
  t.match(await makeAttempt(setup, send, later, ROOM_MS), {
    attempt: 1,
    claimed: false,
    outcome: later,
  })
  t.same(happened, [])
})

test('without room for a claim nothing is claimed or called', async (t) => {
  const { setup, ready, happened } = attempting(undefined, at, false)
  const made = await makeAttempt(setup, loadedAs('waiting'), ready, ROOM_MS)
  t.match(made, { attempt: 0, claimed: false, outcome: { outcome: 'no_turn' }, slot: null })
  t.same(happened, ['dropped'])
})
