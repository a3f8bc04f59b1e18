import { connection } from '@recado/domain/connection/connection'
import type { ConnectionNumberLearned } from '@recado/domain/connection/events'
import { learnConnectionNumber } from '@recado/domain/connection/learn-connection-number'
import { test } from 'tap'
import {
  connectionNumberLearned,
  connectionRegistered,
  freemiumRegistered,
} from '../../examples/connection.ts'
import { deciding } from '../../kit/deciding.ts'

const given = deciding(connection, learnConnectionNumber)
const { learned_at: at, phone_number_digits: _, ...learned } = connectionNumberLearned.data

test('the paired number is learned with its digits', async () => {
  given(freemiumRegistered)
    .when({ ...learned, at })
    .appends(connectionNumberLearned)
})
test('the time at which the gateway told the number is recorded with it', async () => {
  const told_at = '2026-01-01T08:00:00.000Z'
  const data = { ...connectionNumberLearned.data, told_at }
  given(freemiumRegistered)
    .when({ ...learned, told_at, at })
    .appends({ ...connectionNumberLearned, data })
})
test('the current number in another format is no change', async () => {
  given(freemiumRegistered, connectionNumberLearned)
    .when({ ...learned, phone_number: '5521912345678', at })
    .appends()
})
test('for an official number another format is a change, once', async () => {
  const phone_number = '+55 (11) 3333-4444'
  const { connection_id } = connectionRegistered.data
  const when = { connection_id, phone_number, at }
  const data = { connection_id, phone_number, phone_number_digits: '551133334444', learned_at: at }
  const known: ConnectionNumberLearned = { type: 'ConnectionNumberLearned', data }
  given(connectionRegistered).when(when).appends(known)
  given(connectionRegistered, known).when(when).appends()
})
test('a connection nobody registered has no number', async () => {
  given()
    .when({ ...learned, at })
    .refuses('connection_not_found')
})
test('for an official number the same digits, formatted otherwise, are a change', async () => {
  const phone_number = '+5511987654321'
  const { connection_id, phone_number_digits = null } = connectionRegistered.data
  const data = { connection_id, phone_number, phone_number_digits: `${phone_number_digits}` }
  given(connectionRegistered)
    .when({ connection_id, phone_number, at })
    .appends({ type: 'ConnectionNumberLearned', data: { ...data, learned_at: at } })
})
