import { test } from 'tap'
import { frontDoorHolds } from './front-door.ts'

test('attacks without a key neither stop the product nor keep a tenant out, with few descriptors', (t) =>
  frontDoorHolds(t, { lastsMs: 2_000, openFiles: 1_024 }))
