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

test('a connection gives its number up', async () => {
  given(numberClaimed).when({ connection_id: connectionId, at }).appends(numberReleased)
})
test('a number held by another connection is left alone', async () => {
  given(numberClaimed).when({ connection_id: freemiumId, at }).appends()
})
test('a free number cannot be given up twice', async () => {
  given(numberClaimed, numberReleased).when({ connection_id: connectionId, at }).appends()
})
