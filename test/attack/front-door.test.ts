import { test } from 'tap'
import { frontDoorHolds } from './front-door.ts'

test('nobody without a key ends the product, or keeps a tenant out, with few descriptors', (t) =>
  frontDoorHolds(t, { lastsMs: 2_000, openFiles: 1_024 }))
