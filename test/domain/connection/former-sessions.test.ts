import { changeConnectionStatus } from '@recado/domain/connection/change-connection-status'
import { type Connection, connection } from '@recado/domain/connection/connection'
import { endFormerSession } from '@recado/domain/connection/end-former-session'
import type { ConnectionEvent } from '@recado/domain/connection/events'
import { learnConnectionNumber } from '@recado/domain/connection/learn-connection-number'
import { recoverConnection } from '@recado/domain/connection/recover-connection'
import { test } from 'tap'
import {
  freemiumId as connection_id,
  connectionMoved,
  formerSessionEnded,
  freemiumRegistered,
} from '../../examples/connection.ts'
import { gatewayId } from '../../examples/gateway.ts'
import { deciding } from '../../kit/deciding.ts'

const ending = deciding(connection, endFormerSession)
const at = formerSessionEnded.data.ended_at
const moved = (gateway_id: string | null, previous: string | null, placement: number) => ({
  type: 'ConnectionMoved' as const,
  data: { ...connectionMoved.data, gateway_id, previous_gateway_id: previous, placement },
})
const after = (...events: ConnectionEvent[]): Connection =>
  [freemiumRegistered, ...events].reduce(connection.evolve, connection.initialState)

test('a session that was left is ended once', async () => {
  const command = { connection_id, gateway_id: null, at }
  ending(freemiumRegistered, connectionMoved).when(command).appends(formerSessionEnded)
  ending(freemiumRegistered, connectionMoved, formerSessionEnded).when(command).appends()
  ending(freemiumRegistered).when(command).appends()
  ending().when(command).refuses('connection_not_found')
})

test('each gateway that has been left is remembered, until the number is there again', async (t) => {
  const states = [
    after(moved('g2', null, 1)),
    after(moved('g2', null, 1), moved('g3', 'g2', 2)),
    after(moved('g2', null, 1), moved('g3', 'g2', 2), moved(null, 'g3', 3)),
    after(moved('g2', null, 1), moved(null, 'g2', 2), moved('g2', null, 3)),
  ]
  t.same(
    states.map((state) => state?.former_gateways),
    [[null], [null, 'g2'], ['g2', 'g3'], [null]],
  )
  t.same(states.at(-1)?.placement, 3)
})

test('a number starts where it was registered', async (t) => {
  const { data } = freemiumRegistered
  const state = connection.evolve(null, {
    type: 'ConnectionRegistered',
    data: { ...data, gateway_id: gatewayId },
  })
  t.match(state, { gateway_id: gatewayId, placement: 0, former_gateways: [] })
  t.match(after(), { gateway_id: null })
})

test('what a session reports that the number has left changes nothing', async () => {
  const change = deciding(connection, changeConnectionStatus)
  const about = { connection_id, reason: 'session.status', details: null, at }
  for (const placement of [0, 2])
    change(freemiumRegistered, connectionMoved)
      .when({ ...about, status: 'connected', placement })
      .appends()
  const previous_status = freemiumRegistered.data.status
  const data = { ...about, status: 'connected' as const, previous_status, changed_at: at }
  const { at: _, ...changed } = data
  for (const placement of [1, undefined])
    change(freemiumRegistered, connectionMoved)
      .when({ ...about, status: 'connected', placement })
      .appends({ type: 'ConnectionStatusChanged', data: changed })
  const learn = deciding(connection, learnConnectionNumber)
  learn(freemiumRegistered, connectionMoved)
    .when({ connection_id, phone_number: '+5521912345678', placement: 0, at })
    .appends()
  const recover = deciding(connection, recoverConnection)
  recover(freemiumRegistered, connectionMoved, {
    type: 'ConnectionStatusChanged',
    data: { ...changed, status: 'error' },
  })
    .when({ connection_id, placement: 0, at })
    .appends()
})
