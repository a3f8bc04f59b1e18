import type { DeliveryOutcome } from '@recado/domain/webhook-delivery/events'
import {
  afterAttempt,
  afterDeactivation,
  afterOutage,
  type EndpointHealth,
  HEALTHY,
  healthAt,
  mostAtOnce,
} from '@recado/projectors/webhooks/dispatcher/endpoint-health'
import { test } from 'tap'

const NOW = 1_000_000
const REST_MS = 100

function after(outcomes: readonly DeliveryOutcome[], from: EndpointHealth = HEALTHY) {
  return outcomes.reduce((health, outcome) => afterAttempt(health, outcome, NOW, REST_MS), from)
}
const failed = (times: number) => Array.from({ length: times }, () => 'failed' as const)

test('an endpoint is healthy until three attempts in a row have failed', async (t) => {
  t.equal(after(failed(2)).state, 'healthy')
  t.equal(after(['failed', 'failed', 'delivered', 'failed']).state, 'healthy')
  t.equal(after(failed(3)).state, 'probing')
})

test('a success makes a probing endpoint healthy', async (t) => {
  t.same(after([...failed(4), 'delivered']), HEALTHY)
})

test('from the fifth failure on an endpoint is left alone for a while, twice as long each time, up to 32 times', async (t) => {
  const rests = [5, 6, 7, 10, 11, 50].map((times) => after(failed(times)))
  t.match(
    rests,
    [1, 2, 4, 32, 32, 32].map((factor) => ({ state: 'resting', until: NOW + factor * REST_MS })),
  )
})

test('after that pause an endpoint is probed, and the next pause is longer if the probe fails', async (t) => {
  const resting = after(failed(5))
  t.equal(healthAt(resting, NOW + REST_MS - 1).state, 'resting')
  const probing = healthAt(resting, NOW + REST_MS)
  t.match(probing, { state: 'probing', failures: 5 })
  t.match(after(['failed'], probing), { state: 'resting', until: NOW + 2 * REST_MS })
})

test('a late success does not shorten the pause, and the endpoint is healthy after it', async (t) => {
  const resting = after(['delivered'], after(failed(5)))
  t.match(resting, { state: 'resting', until: NOW + REST_MS })
  t.same(healthAt(resting, NOW + REST_MS), HEALTHY)
})

test('an endpoint that answered 410 gets nothing more, whatever else arrives, until the deactivation is known', async (t) => {
  t.same(after(['gone', 'delivered', ...failed(5)]), { state: 'gone' })
  t.same(healthAt({ state: 'gone' }, Number.MAX_SAFE_INTEGER), { state: 'gone' })
  const resting = afterDeactivation(NOW, REST_MS)
  t.equal(healthAt(resting, NOW).state, 'resting')
  t.same(healthAt(resting, NOW + REST_MS), HEALTHY)
})

test('an outage of ours lets an endpoint rest, and counts as no failure of it', async (t) => {
  for (const health of [HEALTHY, after(failed(4))]) {
    const resting = afterOutage(health, NOW, REST_MS)
    t.match(resting, { state: 'resting', until: NOW + REST_MS })
    t.same(healthAt(resting, NOW + REST_MS), health)
  }
  for (const health of [after(failed(6)), after(['gone'])])
    t.equal(afterOutage(health, NOW + 1, REST_MS), health)
})

test('the state limits the number of concurrent attempts', async (t) => {
  const states = [HEALTHY, after(failed(3)), after(failed(5)), after(['gone'])]
  t.same(
    states.map((health) => mostAtOnce(health, 16)),
    [16, 1, 0, 0],
  )
})
