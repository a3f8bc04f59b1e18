import { connection } from '@recado/domain/connection/connection'
import { learnConnectionNumber } from '@recado/domain/connection/learn-connection-number'
import { test } from 'tap'
import { connectionNumberLearned, freemiumRegistered } from '../../examples/connection.ts'
import { deciding } from '../../kit/deciding.ts'

const given = deciding(connection, learnConnectionNumber)
const { learned_at: at, phone_number_digits: _, ...learned } = connectionNumberLearned.data

test('the paired number is learned with its digits', async () => {
  given(freemiumRegistered)
    .when({ ...learned, at })
    .appends(connectionNumberLearned)
})
test('the number it has, in another formatting, is no news', async () => {
  given(freemiumRegistered, connectionNumberLearned)
    .when({ ...learned, phone_number: '5521912345678', at })
    .appends()
})
test('a connection nobody registered has no number', async () => {
  given()
    .when({ ...learned, at })
    .refuses('connection_not_found')
})
