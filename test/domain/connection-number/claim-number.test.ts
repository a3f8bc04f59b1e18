import { claimNumber } from '@recado/domain/connection-number/claim-number'
import { connectionNumber } from '@recado/domain/connection-number/connection-number'
import { test } from 'tap'
import { freemiumId, numberClaimed, numberReleased } from '../../examples/connection.ts'
import { deciding } from '../../kit/deciding.ts'

const given = deciding(connectionNumber, claimNumber)
const { claimed_at: at, ...claim } = numberClaimed.data

test('a free number is claimed', async () => {
  given()
    .when({ ...claim, at })
    .appends(numberClaimed)
})
test('a released number is free again', async () => {
  given(numberClaimed, numberReleased)
    .when({ ...claim, at })
    .appends(numberClaimed)
})
test('one number serves one account', async () => {
  given(numberClaimed)
    .when({ ...claim, account_id: 'another', at })
    .refuses('number_taken')
})
test('a number stays with the connection that the account claimed it for', async () => {
  given(numberClaimed)
    .when({ ...claim, connection_id: freemiumId, at })
    .appends()
})
