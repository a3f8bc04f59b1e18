import { test } from 'tap'
import { rebuilt } from '../slices/rebuilt.ts'

test('read models dropped after 1,000 deliveries: no POST is repeated', (t) => rebuilt(t, 250))
