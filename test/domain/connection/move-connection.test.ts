import { connection, RELEASED } from '@recado/domain/connection/connection'
import { moveConnection } from '@recado/domain/connection/move-connection'
import { test } from 'tap'
import {
  freemiumId as connection_id,
  connectionMoved,
  connectionRegistered,
  connectionStatusChanged,
  freemiumRegistered,
} from '../../examples/connection.ts'
import { gatewayId as gateway_id } from '../../examples/gateway.ts'
import { deciding } from '../../kit/deciding.ts'

const given = deciding(connection, moveConnection)
const at = connectionMoved.data.moved_at
const status = (status: 'connected' | 'disconnected', reason = 'session.status') => ({
  ...connectionStatusChanged,
  data: { ...connectionStatusChanged.data, connection_id, status, reason },
})
const pending = (previous_status: 'connected' | 'disconnected') => ({
  type: 'ConnectionStatusChanged' as const,
  data: {
    ...{ connection_id, status: 'pending' as const, previous_status, reason: 'moved' },
    ...{ details: null, changed_at: at },
  },
})

test('a number that moves is pending at the other gateway', async () => {
  given(freemiumRegistered, status('connected'))
    .when({ connection_id, gateway_id, at })
    .appends(connectionMoved, pending('connected'))
})

test('a number that is pending stays so', async () => {
  given(freemiumRegistered).when({ connection_id, gateway_id, at }).appends(connectionMoved)
})

test('a second move counts on, and names the gateway before it', async () => {
  const back = { ...connectionMoved.data, gateway_id: null, previous_gateway_id: gateway_id }
  given(freemiumRegistered, connectionMoved, status('disconnected'))
    .when({ connection_id, gateway_id: null, at })
    .appends({ type: 'ConnectionMoved', data: { ...back, placement: 2 } }, pending('disconnected'))
})

test('a number moves nowhere where it is', async () => {
  given(freemiumRegistered).when({ connection_id, gateway_id: null, at }).appends()
  given(freemiumRegistered, connectionMoved).when({ connection_id, gateway_id, at }).appends()
  const there = { ...freemiumRegistered, data: { ...freemiumRegistered.data, gateway_id } }
  given(there).when({ connection_id, gateway_id, at }).appends()
})

test('only a number in use that has a session moves', async () => {
  given().when({ connection_id, gateway_id, at }).refuses('connection_not_found')
  given(connectionRegistered).when({ connection_id, gateway_id, at }).refuses('without_session')
  given(freemiumRegistered, status('disconnected', RELEASED))
    .when({ connection_id, gateway_id, at })
    .refuses('connection_released')
})
