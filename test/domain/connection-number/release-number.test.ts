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

test('a connection gives its number up', async (t) => {
  given(numberClaimed).when({ connection_id: connectionId, at }).appends(t, numberReleased)
})
test('a number held by another connection is left alone', async (t) => {
  given(numberClaimed).when({ connection_id: freemiumId, at }).appendsNothing(t)
})
test('a free number cannot be given up twice', async (t) => {
  given(numberClaimed, numberReleased).when({ connection_id: connectionId, at }).appendsNothing(t)
})
