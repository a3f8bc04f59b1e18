import { nextStep, type OpenSend } from '@recado/projectors/reactors/recovery/next-step'
import { test } from 'tap'

const limits = { outcomeMs: 60_000, deferredMs: 86_400_000, unresolvedMs: 86_400_000 }
const nine = Date.parse('2026-01-01T09:00:00.000Z')
const after = (seconds: number) => new Date(nine + seconds * 1_000)

const open = (change: Partial<OpenSend>): OpenSend => ({
  id: 'm',
  account_id: 'a',
  connection_id: 'c',
  ...{ type: 'official', gateway_id: null, restricted: false, has_words: true },
  send_state: 'requested',
  attempt: 1,
  created_at: after(0).toISOString(),
  requested_at: after(0).toISOString(),
  next_at: null,
  released_at: null,
  wa_id: null,
  lid: null,
  ...change,
})

test('an attempt counts as lost only after its time', async (t) => {
  t.equal(nextStep(open({}), after(59), limits), null)
  t.equal(nextStep(open({}), after(60), limits), 'leave_unresolved')
})

test('a later attempt has its own time', async (t) => {
  const attempted = open({ attempt: 2, requested_at: after(3_600).toISOString() })
  t.equal(nextStep(attempted, after(3_659), limits), null)
  t.equal(nextStep(attempted, after(3_660), limits), 'leave_unresolved')
})

test('a deferred send is attempted when it is due, and given up in the end', async (t) => {
  const deferred = open({ send_state: 'deferred', next_at: after(30).toISOString() })
  t.equal(nextStep(deferred, after(29), limits), null)
  t.equal(nextStep(deferred, after(30), limits), 'attempt')
  t.equal(nextStep(deferred, after(86_400), limits), 'give_up')
})

test('an unknown outcome is never attempted again', async (t) => {
  const unresolved = open({ send_state: 'unresolved' })
  t.equal(nextStep(unresolved, after(86_399), limits), null)
  t.equal(nextStep(unresolved, after(86_400), limits), 'give_up')
})

test('an unknown outcome is attempted when it is due, if its caller asked for that', async (t) => {
  const due = open({ send_state: 'unresolved', next_at: after(5).toISOString() })
  t.equal(nextStep(due, after(4), limits), null)
  t.equal(nextStep(due, after(5), limits), 'attempt')
  t.equal(nextStep(due, after(86_400), limits), 'give_up')
})

test('a deferred send is given up by its age, an unknown outcome by that of its attempt', async (t) => {
  const later = { requested_at: after(3_600).toISOString() }
  const deferred = open({ ...later, send_state: 'deferred' })
  t.equal(nextStep(deferred, after(86_399), limits), null)
  t.equal(nextStep(deferred, after(86_400), limits), 'give_up')
  const unresolved = open({ ...later, send_state: 'unresolved' })
  t.equal(nextStep(unresolved, after(86_400), limits), null)
  t.equal(nextStep(unresolved, after(90_000), limits), 'give_up')
})

test('the time of a released send begins anew', async (t) => {
  const released_at = after(90_000).toISOString()
  const next_at = after(30).toISOString()
  const deferred = open({ send_state: 'deferred', next_at, released_at })
  t.equal(nextStep(deferred, after(90_000), limits), 'attempt')
  t.equal(nextStep(deferred, after(90_000 + 86_400), limits), 'give_up')
  const unresolved = open({ send_state: 'unresolved', released_at })
  t.equal(nextStep(unresolved, after(90_000), limits), null)
  t.equal(nextStep(unresolved, after(90_000 + 86_400), limits), 'give_up')
})
