import { connectionNumber } from '@recado/domain/connection-number/connection-number'
import { releaseNumber } from '@recado/domain/connection-number/release-number'
import { test } from 'tap'
import {
  connectionId,
  freemiumId,
  numberClaimed,
  numberReleased,
} from '../../examples/connection.ts'
import { deciding } from '../../kit/deciding.ts'

const given = deciding(connectionNumber, releaseNumber)
const at = numberReleased.data.released_at

test('a connection releases its number', async () => {
  given(numberClaimed).when({ connection_id: connectionId, at }).appends(numberReleased)
})
test('a number of another connection is not released', async () => {
  given(numberClaimed).when({ connection_id: freemiumId, at }).appends()
})
test('a released number is released only once', async () => {
  given(numberClaimed, numberReleased).when({ connection_id: connectionId, at }).appends()
})
