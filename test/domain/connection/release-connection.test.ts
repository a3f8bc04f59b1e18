import { changeConnectionStatus } from '@recado/domain/connection/change-connection-status'
import { connection } from '@recado/domain/connection/connection'
import { learnConnectionNumber } from '@recado/domain/connection/learn-connection-number'
import { recordConnectionNotice } from '@recado/domain/connection/record-connection-notice'
import { recoverConnection } from '@recado/domain/connection/recover-connection'
import { releaseConnection } from '@recado/domain/connection/release-connection'
import { replaceCredentials } from '@recado/domain/connection/replace-credentials'
import { test } from 'tap'
import {
  connectionId as connection_id,
  connectionNoticed,
  connectionRegistered,
  connectionStatusChanged,
} from '../../examples/connection.ts'
import { deciding } from '../../kit/deciding.ts'

const at = '2026-01-04T09:00:00.000Z'
const released = {
  type: 'ConnectionStatusChanged' as const,
  data: {
    connection_id,
    status: 'disconnected' as const,
    previous_status: 'connected' as const,
    reason: 'released',
    details: null,
    changed_at: at,
  },
}
const given = deciding(connection, releaseConnection)

test('a released connection is disconnected, whatever its status was', async () => {
  given(connectionRegistered).when({ connection_id, at }).appends(released)
  const off = { ...connectionStatusChanged.data, status: 'disconnected' as const }
  given(connectionRegistered, { type: 'ConnectionStatusChanged', data: off })
    .when({ connection_id, at })
    .appends({ ...released, data: { ...released.data, previous_status: 'disconnected' } })
})
test('a connection is released once', async () => {
  given(connectionRegistered, released).when({ connection_id, at }).appends()
  given().when({ connection_id, at }).refuses('connection_not_found')
})
test('later facts about its number do not change a released connection', async () => {
  const { reason, details } = connectionStatusChanged.data
  const { noticed_at: _, ...notice } = connectionNoticed.data
  deciding(connection, changeConnectionStatus)(connectionRegistered, released)
    .when({ connection_id, status: 'connected', reason, details, at })
    .appends()
  deciding(connection, recoverConnection)(connectionRegistered, released)
    .when({ connection_id, at })
    .appends()
  deciding(connection, recordConnectionNotice)(connectionRegistered, released)
    .when({ ...notice, at })
    .appends()
  deciding(connection, learnConnectionNumber)(connectionRegistered, released)
    .when({ connection_id, phone_number: '+55 11 90000-0000', at })
    .appends()
  deciding(connection, replaceCredentials)(connectionRegistered, released)
    .when({
      connection_id,
      secret_refs: { token: 'ref' },
      compared_with: null,
      keep_previous: true,
      at,
    })
    .refuses('connection_released')
})
