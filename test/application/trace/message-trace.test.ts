import { messageSteps } from '@recado/application/trace/message-steps'
import { type MessageFact, statusOf } from '@recado/application/trace/state-after'
import { tracedWhy } from '@recado/application/trace/why'
import { test } from 'tap'
import { EVERY_FACT, NATIVE } from '../../examples/every-fact.ts'

type Type = MessageFact['type']

/** A fact as read from the log, `n` seconds after nine. */
function fact(type: Type, n: number, changes: object = {}): MessageFact {
  const at = `2026-01-01T09:00:0${n}.000Z`
  return {
    ...{ id: `${type} ${n}`, type, data: { ...EVERY_FACT[type], ...changes } },
    ...{ stream: 'message-1', revision: BigInt(n), position: BigInt(n), created: at },
    metadata: {
      ...{ account_id: 'a', actor: { type: 'api_key', id: 'k' }, recorded_at: at },
      ...{ $correlationId: 'r', $causationId: 'r', schema_version: 1, request_id: 'r' },
    },
  } as MessageFact
}

const { intent } = EVERY_FACT.MessageStatusReported
const status = (n: number, status: string, errors: object[] = []) =>
  fact('MessageStatusReported', n, { intent: { ...intent, status, errors } })
const names = { actorName: () => 'CRM', rawEvent: () => 5512 }
const requested = fact('MessageSendRequested', 1, { requested_at: '2026-01-01T09:00:01.000Z' })
const sent = fact('MessageSent', 2, { attempt: 1 })

test('each step is in its lane, in order of the log, with the state after it', async (t) => {
  const { steps, state } = messageSteps(
    [requested, sent, status(3, 'delivered'), status(4, 'sent')],
    names,
  )
  t.same(
    steps.map(({ step: { lane, kind, state } }) => [lane, kind, state]),
    [
      ['you', 'request', null],
      ['recado', 'fact', 'pending'],
      ['whatsapp', 'provider_call', 'pending'],
      ['recado', 'fact', 'pending'],
      ['whatsapp', 'status', 'delivered'],
      ['whatsapp', 'status', 'delivered'],
    ],
  )
  t.equal(statusOf(state), 'delivered')
  t.equal(new Set(steps.map(({ step }) => step.key)).size, steps.length, 'none twice')
  t.match(steps[2]?.step, { outcome: 'accepted', attempt: 1, took_ms: 1_000 })
})

test('the request and answer of the provider are in its call, and nowhere else', async (t) => {
  const { steps } = messageSteps([requested, sent], names)
  for (const { step } of steps)
    t.equal(JSON.stringify(step).includes(NATIVE), step.kind === 'provider_call', step.kind)
})

test('a repeated call is a step too, and waiting for a turn is none', async (t) => {
  const error = { code: 130429, class: 'throttle', title: 'Rate limit hit', details: null }
  const callOf = (changes: object) =>
    messageSteps([requested, fact('MessageSendDeferred', 2, { attempt: 1, ...changes })], names)
      .steps.map(({ step }) => step)
      .find(({ kind }) => kind === 'provider_call')
  t.match(callOf({ error }), { outcome: 'deferred', attempt: 1, answer: { code: 130429 } })
  t.equal(callOf({ error: null }), undefined)
})

test('a clock that runs behind moves no fact before an earlier one', async (t) => {
  const late = fact('MessageSent', 0)
  const { steps } = messageSteps([requested, late], names)
  const places = steps.map(({ place }) => place)
  t.same(
    places,
    [...places].sort((a, b) => a - b),
  )
})

test('a received message is read once it is marked', async (t) => {
  const received = [fact('MessageReceived', 1), fact('MessageMarkedRead', 2)]
  t.equal(statusOf(messageSteps(received.slice(0, 1), names).state), 'received')
  t.equal(statusOf(messageSteps(received, names).state), 'read')
})

const stateOf = (...facts: MessageFact[]) => messageSteps(facts, names).state

test('a failure is explained by the fact whose error the message shows', async (t) => {
  const error = { code: 131047, class: 'window_closed', title: 'Re-engagement', details: null }
  const refused = fact('MessageSendRefused', 2, { error })
  t.match(tracedWhy(stateOf(requested, refused), []), {
    rule: 'window_closed',
    says: '131047 · Re-engagement',
    because: ['MessageSendRefused 2'],
  })
  const failed = status(3, 'failed', [{ code: 131026, title: 'Undeliverable' }])
  t.match(tracedWhy(stateOf(requested, sent, failed), []), { rule: 'undeliverable' })
  t.match(tracedWhy(stateOf(requested, refused, failed), []), {
    because: ['MessageStatusReported 3'],
  })
  const strange = status(3, 'failed', [{ code: 999_999 }])
  t.match(tracedWhy(stateOf(requested, sent, strange), []), {
    rule: 'unknown',
    says: '999999 · failed',
  })
  t.match(tracedWhy(stateOf(requested, status(3, 'failed')), []), { rule: 'unknown', says: '' })
  t.equal(tracedWhy(stateOf(requested, sent), []), null)
})

test('a send without confirmation and one without a turn are explained differently', async (t) => {
  const unknown = {
    code: 'outcome_unknown',
    class: 'unknown',
    title: 'Nobody knows',
    details: null,
  }
  const given = (error: object) => tracedWhy(stateOf(fact('MessageSendGivenUp', 2, { error })), [])
  t.match(given(unknown), { rule: 'never_confirmed' })
  t.match(given({ ...unknown, code: 'no_turn', class: 'throttle' }), { rule: 'refused_by_us' })
})

const undelivered = {
  ...{ id: 'd', event_id: 'e', status: 'dead' as const },
  last: { outcome: 'failed', http_status: null, error: 'no route', failure: 'unreachable' },
} as const
const answered = (http_status: number, outcome: 'failed' | 'gone' = 'failed') => ({
  ...undelivered,
  last: { outcome, http_status, error: `answered ${http_status}`, failure: null },
})
const whyOf = (...deliveries: Parameters<typeof tracedWhy>[1]) =>
  tracedWhy(stateOf(requested, sent), deliveries)

test('a delivered message may have a webhook that failed', async (t) => {
  const gone = answered(410, 'gone')
  t.match(whyOf(gone), { rule: 'webhook_gone', failure: null, because: ['d'] })
  t.match(whyOf(answered(500)), { rule: 'webhook_exhausted', says: 'HTTP 500' })
  t.match(whyOf({ ...undelivered, last: null }), { rule: 'webhook_skipped', says: '' })
  t.equal(whyOf({ ...gone, status: 'delivered' }), null)
  const again = { ...gone, id: 'again', status: 'delivered' as const }
  t.equal(whyOf(gone, again), null)
  t.match(whyOf(gone, { ...again, event_id: 'other' }), { because: ['d'] })
})

test('a delivery says how its last attempt ended, for programs and for people', async (t) => {
  t.strictSame(whyOf(undelivered), {
    rule: 'webhook_exhausted',
    failure: 'unreachable',
    says: 'no route',
    sentence:
      'No attempt to post to your endpoint succeeded, and none is left. No network route leads to your endpoint.',
    because: ['d'],
  })
  const kinds = [301, 308, 401, 404, 410, 429, 500, 503, 600].map((status) => [
    status,
    whyOf(answered(status))?.failure,
  ])
  t.strictSame(Object.fromEntries(kinds), {
    ...{ 301: 'redirect', 308: 'redirect', 401: 'rejected', 404: 'rejected', 410: 'gone' },
    ...{ 429: 'rejected', 500: 'server_error', 503: 'server_error', 600: 'server_error' },
  })
  t.match(whyOf({ ...undelivered, status: 'failed' }), {
    ...{ rule: 'webhook_failing', failure: 'unreachable', because: ['d'] },
    sentence: /another one follows/,
  })
  t.equal(whyOf({ ...undelivered, status: 'pending', last: null }), null)
  // The outcome of an attempt without an answer that has no kind.
  const bare = { ...undelivered, last: { ...undelivered.last, failure: null } }
  t.match(whyOf(bare), { failure: 'unknown', says: 'no route' })
})

test('a failed message says why in a sentence, also for a class that has none of its own', async (t) => {
  const refusedAs = (errorClass: string) => {
    const error = { code: 1, class: errorClass, title: 'No', details: null }
    return tracedWhy(stateOf(requested, fact('MessageSendRefused', 2, { error })), [])
  }
  t.match(refusedAs('window_closed'), { failure: null, sentence: /approved template/ })
  for (const name of ['news', 'toString', 'constructor'])
    t.match(refusedAs(name), { rule: name, sentence: /does not explain/ })
})
