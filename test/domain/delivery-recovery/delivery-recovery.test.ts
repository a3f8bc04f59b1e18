import { advanceRecovery } from '@recado/domain/delivery-recovery/advance-recovery'
import { completeRecovery } from '@recado/domain/delivery-recovery/complete-recovery'
import {
  type DeliveryRecovery,
  deliveryRecovery,
} from '@recado/domain/delivery-recovery/delivery-recovery'
import type {
  RecoveryAdvanced,
  RecoveryCompleted,
  RecoveryRequested,
} from '@recado/domain/delivery-recovery/events'
import { requestRecovery } from '@recado/domain/delivery-recovery/request-recovery'
import { test } from 'tap'
import { deciding } from '../../kit/deciding.ts'

const requesting = deciding(deliveryRecovery, requestRecovery)
const advancing = deciding(deliveryRecovery, advanceRecovery)
const completing = deciding(deliveryRecovery, completeRecovery)

const at = '2026-01-03T10:00:00.000Z'
const recovery = { recovery_id: 'r1', connection_id: 'c1' }
const asked = { ...recovery, webhook_id: 'w1', since: '2026-01-02T10:00:00.000Z' }
const requested: RecoveryRequested = {
  type: 'RecoveryRequested',
  data: { ...asked, requested_at: at },
}
const advanced = (from: number, through: number, found: number): RecoveryAdvanced => ({
  type: 'RecoveryAdvanced',
  data: { ...recovery, from, through, found, advanced_at: at },
})
const completed: RecoveryCompleted = {
  type: 'RecoveryCompleted',
  data: { ...recovery, found: 5, enqueued: 4, completed_at: at },
}
const done = { ...recovery, through: 90, enqueued: 4, at }
const progressed = [requested, advanced(-1, 40, 2), advanced(40, 90, 3)] as const

test('a recovery begins at a time that has passed and whose events are kept', async () => {
  const since = (since: string, kept_since = asked.since) =>
    requesting().when({ ...asked, since, kept_since, at })
  since(asked.since).appends(requested)
  since(at).appends({ ...requested, data: { ...requested.data, since: at } })
  since('2026-01-03T10:00:00.001Z').refuses('since_in_future')
  since(asked.since, '2026-01-02T10:00:00.001Z').refuses('since_not_kept')
  requesting(requested)
    .when({ ...asked, kept_since: at, at })
    .appends()
})

test('a recovery advances from where it is', async () => {
  const step = (from: number, through: number) => ({ ...recovery, from, through, found: 2, at })
  advancing(requested)
    .when(step(-1, 40))
    .appends(advanced(-1, 40, 2))
  advancing(requested).when(step(-1, -1)).appends()
  advancing(...progressed)
    .when(step(-1, 40))
    .appends()
  advancing(...progressed)
    .when(step(90, 91))
    .appends(advanced(90, 91, 2))
  advancing(...progressed, completed)
    .when(step(90, 91))
    .appends()
  advancing().when(step(-1, 40)).appends()
})

test('a recovery is completed once, with all that its steps have found', async () => {
  completing(...progressed)
    .when(done)
    .appends(completed)
  completing(...progressed, completed)
    .when(done)
    .appends()
  completing().when(done).appends()
})

test('a completed recovery keeps what it has found', async (t) => {
  const events = [...progressed, completed]
  const state = events.reduce<DeliveryRecovery>(deliveryRecovery.evolve, null)
  t.match(state, { through: 90, found: 5, completed: true })
})

test('a recovery with which another process has gone on is not completed', async () => {
  completing(...progressed)
    .when({ ...done, through: 40 })
    .appends()
  completing(...progressed, advanced(90, 120, 1))
    .when(done)
    .appends()
})
