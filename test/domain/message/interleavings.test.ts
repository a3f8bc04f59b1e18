import type { Fact, Refusal } from '@recado/domain/decision'
import { attemptSend } from '@recado/domain/message/attempt-send'
import { deferSend } from '@recado/domain/message/defer-send'
import type { MessageEvent } from '@recado/domain/message/events'
import { giveUpSend } from '@recado/domain/message/give-up-send'
import { leaveUnresolved } from '@recado/domain/message/leave-unresolved'
import { message, type OutboundMessage } from '@recado/domain/message/message'
import { recordAccepted } from '@recado/domain/message/record-accepted'
import { recordRefused } from '@recado/domain/message/record-refused'
import fc from 'fast-check'
import { test } from 'tap'
import { acceptance, busy, closed, messageSendRequested, run, sendWaiting } from './a-send.ts'

/** The next move of one of several senders, each of which has read the log at a different time. */
type Move = { sender: number; does: (typeof MOVES)[number] }

const MOVES = [
  'read',
  'claim',
  'is_turned_down_before_its_claim',
  'hold',
  'hand_over',
  'call_accepted',
  'call_refused',
  'call_put_off',
  'call_unanswered',
  'write_outcome',
  'prove',
  'give_up',
] as const

const ENDS: ReadonlySet<Move['does']> = new Set(['prove', 'give_up', 'call_refused'])

type Outcome = 'call_accepted' | 'call_refused' | 'call_put_off' | 'call_unanswered'
type Sender = {
  seen: number
  claimed: number | null
  ended: { attempt: number; outcome: Outcome } | null
}

const LATE = '2027-01-01T00:00:00.000Z'
const EARLY = '2026-01-01T09:00:00.000Z'

/** A log and its senders, which append at the revision they have read, or decide again on the newest. */
function world(first: MessageEvent) {
  const log: MessageEvent[] = [first]
  const stateAt = (length: number) =>
    log.slice(0, length).reduce(message.evolve, message.initialState) as OutboundMessage
  const senders = Array.from({ length: 3 }, (): Sender => ({ seen: 0, claimed: null, ended: null }))
  let calls = 0

  const decided = (facts: readonly Fact[] | Refusal) => {
    if (!('refused' in facts)) log.push(...(facts as MessageEvent[]))
  }
  const now = () => stateAt(log.length)
  const ends = (sender: Sender, outcome: Outcome) => {
    if (sender.claimed === null) return
    if (outcome === 'call_accepted' || outcome === 'call_unanswered') calls += 1
    sender.ended = { attempt: sender.claimed, outcome }
    sender.claimed = null
  }
  const put = (attempt: number, claimed: boolean, more: object = {}) =>
    deferSend({ attempt, claimed, not_before: EARLY, error: busy, at: EARLY, ...more }, now())
  const write = ({ ended }: Sender) => {
    if (ended === null) return
    const { attempt, outcome } = ended
    const no = { attempt, claimed: true, error: closed, request: {}, answer: {}, at: EARLY }
    const yes = { ...acceptance, attempt, at: EARLY }
    if (outcome === 'call_accepted') decided(recordAccepted(yes, now()))
    if (outcome === 'call_refused') decided(recordRefused(no, now()))
    if (outcome === 'call_put_off') decided(put(attempt, true))
    if (outcome === 'call_unanswered') decided(leaveUnresolved({ attempt, at: EARLY }, now()))
  }
  const claim = (sender: Sender) => {
    const facts = attemptSend({ run, at: LATE }, stateAt(sender.seen))
    if (sender.claimed !== null || sender.seen !== log.length || 'refused' in facts) return
    decided(facts)
    sender.claimed = now().attempt
  }
  const move = ({ sender: n, does }: Move) => {
    const sender = senders[n] as Sender
    const { attempt } = stateAt(Math.max(1, sender.seen))
    switch (does) {
      case 'read':
        sender.seen = log.length
        return
      case 'claim':
        return sender.seen === 0 ? undefined : claim(sender)
      case 'is_turned_down_before_its_claim':
        return decided(put(attempt + 1, false))
      case 'hold':
        return sender.ended?.outcome === 'call_put_off'
          ? decided(put(sender.ended.attempt, true, { held_until: LATE }))
          : undefined
      case 'hand_over':
        return decided(put(attempt, false))
      case 'write_outcome':
        return write(sender)
      case 'prove':
        return decided(leaveUnresolved({ attempt, at: EARLY }, now()))
      case 'give_up':
        return decided(giveUpSend({ at: LATE }, now()))
      default:
        return ends(sender, does)
    }
  }
  // The process that wrote the intent with its claim is the first sender, and makes the call.
  if (now().phase === 'attempting') (senders[0] as Sender).claimed = 1
  return { log, move, calls: () => calls, answer: () => JSON.stringify(now().first_answer) }
}

// Moves that end a send are rare; otherwise most sequences would be short.
const does = fc.oneof(
  { weight: 20, arbitrary: fc.constantFrom(...MOVES) },
  { weight: 80, arbitrary: fc.constantFrom(...MOVES.filter((move) => !ENDS.has(move))) },
)
const move = fc.record({ sender: fc.nat({ max: 2 }), does })
const moves = fc.array(move, { maxLength: 60, size: 'max' })
const first = fc.constantFrom(messageSendRequested, sendWaiting)

test('a send is called at most once, in any interleaving of senders and recovery', async () => {
  fc.assert(
    fc.property(first, moves, (fact, all) => {
      const { move, calls } = world(fact)
      for (const each of all) move(each)
      return calls() <= 1
    }),
    { numRuns: 2_000 },
  )
})

test('the first answer never changes, whatever happens to the send', async () => {
  fc.assert(
    fc.property(first, moves, (fact, all) => {
      const { move, answer } = world(fact)
      let told = answer()
      for (const each of all) {
        move(each)
        if (told !== 'null' && answer() !== told) return false
        told = answer()
      }
      return true
    }),
    { numRuns: 2_000 },
  )
})

test('a send that waits or is in progress has no answer yet', async (t) => {
  const { log, move, answer } = world(sendWaiting)
  for (const does of ['read', 'claim', 'call_put_off', 'hold', 'read', 'claim'] as const) {
    move({ sender: 0, does })
    t.equal(answer(), 'null', does)
  }
  move({ sender: 0, does: 'call_accepted' })
  move({ sender: 0, does: 'write_outcome' })
  t.same(
    log.map(({ type }) => type),
    [
      'MessageSendRequested',
      'MessageSendAttempted',
      'MessageSendDeferred',
      'MessageSendAttempted',
      'MessageSent',
    ],
  )
  t.same(JSON.parse(answer()), {
    provider_message_id: acceptance.provider_message_id,
    refusal: null,
  })
})
