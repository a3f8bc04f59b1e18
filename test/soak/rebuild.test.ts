import { test } from 'tap'
import { rebuilt } from '../slices/rebuilt.ts'

test('no POST is repeated when the read models are dropped after 1,000 deliveries', (t) =>
  rebuilt(t, 250))
