import { test } from 'tap'
import { frontDoorHolds } from './front-door.ts'

test('the same attacks through the gateway of deploy/ harm no more than without it', (t) =>
  frontDoorHolds(t, { lastsMs: 2_000, behindGateway: true }))
