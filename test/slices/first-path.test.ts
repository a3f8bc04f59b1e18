import { test } from 'tap'
import { firstPath } from './first-path.ts'

test('a customer writes, the business answers, its systems are told', (t) => firstPath(t))
