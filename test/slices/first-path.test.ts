import { test } from 'tap'
import { firstPath } from './first-path.ts'

// Also run against other event stores by `npm run verify:eventstore`.
const { EVENTSTORE_URL } = process.env
const settings = EVENTSTORE_URL ? { EVENTSTORE_URL } : {}

test('a customer writes, the business answers, and its webhook receives every step', (t) =>
  firstPath(t, { settings }))
