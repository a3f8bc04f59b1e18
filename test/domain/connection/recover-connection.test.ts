import { connection } from '@recado/domain/connection/connection'
import { recoverConnection } from '@recado/domain/connection/recover-connection'
import { test } from 'tap'
import {
  connectionId,
  connectionRegistered,
  connectionStatusChanged,
} from '../../examples/connection.ts'
import { deciding } from '../../kit/deciding.ts'

const given = deciding(connection, recoverConnection)
const at = '2026-01-03T09:00:00.000Z'
const command = { connection_id: connectionId, at }

test('working credentials end the status error', async () => {
  given(connectionRegistered, connectionStatusChanged)
    .when(command)
    .appends({
      type: 'ConnectionStatusChanged',
      data: {
        connection_id: connectionId,
        status: 'connected',
        previous_status: 'error',
        reason: 'auth_recovered',
        details: null,
        changed_at: at,
      },
    })
})
test('a connection without an error has nothing to recover from', async () => {
  given(connectionRegistered).when(command).appends()
})
test('working credentials do not reconnect a disconnected number', async () => {
  const { data } = connectionStatusChanged
  given(connectionRegistered, {
    type: 'ConnectionStatusChanged',
    data: { ...data, status: 'disconnected' },
  })
    .when(command)
    .appends()
})
test('a connection nobody registered cannot recover', async () => {
  given().when(command).refuses('connection_not_found')
})
