import { test } from 'tap'
import { firstPath } from './first-path.ts'

process.env.RECADO_STORE = 'hostile'

test('the first path works over a store that loses answers, repeats itself and is slow', (t) =>
  firstPath(t, { behaviour: { status_duplication: 0.5, hook_retry_ms: 100 } }))
