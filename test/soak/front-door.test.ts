import { test } from 'tap'
import { frontDoorHolds } from '../attack/front-door.ts'

const lastsMs = 120_000

test('the front door holds with 1,024 descriptors', (t) =>
  frontDoorHolds(t, { lastsMs, openFiles: 1_024 }))

test('the front door holds with the default number of descriptors', (t) =>
  frontDoorHolds(t, { lastsMs }))
