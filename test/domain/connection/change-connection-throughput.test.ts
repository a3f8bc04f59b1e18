import { changeConnectionThroughput } from '@recado/domain/connection/change-connection-throughput'
import { connection, RELEASED } from '@recado/domain/connection/connection'
import { test } from 'tap'
import {
  connectionRegistered,
  connectionStatusChanged,
  connectionThroughputChanged,
} from '../../examples/connection.ts'
import { deciding } from '../../kit/deciding.ts'

const given = deciding(connection, changeConnectionThroughput)
const { changed_at: at, ...granted } = connectionThroughputChanged.data

test('what the provider grants a number is recorded once', async () => {
  given(connectionRegistered)
    .when({ ...granted, at })
    .appends(connectionThroughputChanged)
  given(connectionRegistered, connectionThroughputChanged)
    .when({ ...granted, at })
    .appends()
})

test('another throughput than before is recorded', async () => {
  const less = { ...granted, messages_per_second: 20, level: null }
  given(connectionRegistered, connectionThroughputChanged)
    .when({ ...less, at })
    .appends({ type: 'ConnectionThroughputChanged', data: { ...less, changed_at: at } })
})

test('a released number, and one that nobody registered, are granted nothing', async () => {
  const { data } = connectionStatusChanged
  given(connectionRegistered, { ...connectionStatusChanged, data: { ...data, reason: RELEASED } })
    .when({ ...granted, at })
    .appends()
  given()
    .when({ ...granted, at })
    .refuses('connection_not_found')
})
