import { test } from 'tap'
import { firstPath } from './first-path.ts'

process.env.RECADO_STORE = 'cluster'

test('the first path works over three nodes, one of which leads', (t) => firstPath(t))
