import { findSimulated } from '@recado/command-api/dashboard/simulate/find-simulated'
import { HttpProblem } from '@recado/infra/http/http-problem'
import type { ConnectionEntry } from '@recado/infra/registry-entries'
import { test } from 'tap'
import { officialNumber, pairedNumber } from '../../infra/providers/sends.ts'

const simulators = { graph: 'http://graph.invalid', waha: 'http://waha.invalid' }

function find(connection: ConnectionEntry, given: typeof simulators | null = simulators) {
  const registry = { connection: (id: string) => (id === connection.id ? connection : undefined) }
  const ids = { account_id: officialNumber.account_id, connection_id: connection.id }
  return findSimulated({ registry, simulators: given }, ids)
}

test('a number is simulated by the simulator of its kind, whatever ids it has', async (t) => {
  t.match(find(officialNumber), { origin: simulators.graph })
  t.match(find({ ...officialNumber, phone_number_id: null }), { origin: simulators.graph })
  t.match(find(pairedNumber), { origin: simulators.waha })
})

test('a number of a provider without a simulator cannot be tried', async (t) => {
  const found = find({ ...pairedNumber, type: 'loopback' })
  t.match(found, { status: 422, message: /simulated/ })
  t.ok(found instanceof HttpProblem)
})

test('without simulators, or in another account, there is nothing to try', async (t) => {
  t.match(find(officialNumber, null), { status: 404 })
  t.match(find({ ...officialNumber, account_id: 'another' }), { status: 404 })
})
