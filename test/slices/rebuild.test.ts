import { test } from 'tap'
import { rebuilt } from './rebuilt.ts'

test('dropping Postgres and NATS and rebuilding gives the same rows, and sends nothing again', (t) =>
  rebuilt(t, 12))
