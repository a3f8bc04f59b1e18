import { changeConnectionStatus } from '@recado/domain/connection/change-connection-status'
import { connection } from '@recado/domain/connection/connection'
import { test } from 'tap'
import {
  businessProfileChanged,
  connectionNoticed,
  connectionRegistered,
  connectionStatusChanged,
  connectionThroughputChanged,
} from '../../examples/connection.ts'
import { deciding } from '../../kit/deciding.ts'

const given = deciding(connection, changeConnectionStatus)
const { changed_at: at, previous_status: _, ...news } = connectionStatusChanged.data

test('a changed status is recorded with the previous one', async () => {
  given(connectionRegistered)
    .when({ ...news, at })
    .appends(connectionStatusChanged)
})
test('other facts do not change the status', async () => {
  given(
    ...[connectionRegistered, connectionNoticed],
    ...[connectionThroughputChanged, businessProfileChanged],
  )
    .when({ ...news, at })
    .appends(connectionStatusChanged)
})
test('the current status is no change', async () => {
  given(connectionRegistered, connectionStatusChanged)
    .when({ ...news, at })
    .appends()
})
test('a connection nobody registered has no status', async () => {
  given()
    .when({ ...news, at })
    .refuses('connection_not_found')
})
