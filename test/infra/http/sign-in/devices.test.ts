import { randomBytes } from 'node:crypto'
import { DEVICE_SECONDS, openDevices } from '@recado/infra/http/sign-in/devices'
import { test } from 'tap'

const [key, before, other] = [randomBytes(32), randomBytes(32), randomBytes(32)]
const NOW = Date.parse('2026-01-01T09:00:00Z')

test('a device is known to its user only, until it has not signed in for a year', async (t) => {
  const devices = openDevices([key])
  const text = devices.issue('ana', null, NOW)
  const id = devices.idOf(text, 'ana', NOW)
  t.match(id, /^[\w-]{22}$/)
  t.equal(devices.idOf(devices.issue('ana', id, NOW), 'ana', NOW), id, 'it keeps its id')
  t.equal(devices.idOf(text, 'rui', NOW), null)
  t.equal(devices.idOf(text, undefined, NOW), null)
  t.equal(devices.idOf(text, 'ana', NOW + (DEVICE_SECONDS + 1) * 1_000), null)
  const [name, expires, mac] = text.split('.')
  for (const forged of [
    ...[null, '', 'x', `${name}.${expires}`, `${name}.${Number(expires) + 9}.${mac}`],
    ...[`${'A'.repeat(22)}.${expires}.${mac}`, `${name}.${expires}.${'A'.repeat(43)}`],
  ])
    t.equal(devices.idOf(forged, 'ana', NOW), null)
})

test('a device outlasts the replacement of the master key, and no other', async (t) => {
  const text = openDevices([before]).issue('ana', null, NOW)
  t.ok(openDevices([key, before]).idOf(text, 'ana', NOW))
  t.equal(openDevices([key, other]).idOf(text, 'ana', NOW), null)
})
