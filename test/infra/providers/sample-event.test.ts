import { sampleWahaEvent } from '@recado/infra/providers/waha/sample-event'
import { test } from 'tap'
import { officialNumber } from './sends.ts'

test('the sample of a session names the session of the connection', async (t) => {
  const connection = { ...officialNumber, type: 'freemium', session: 'conn_1' }
  t.match(sampleWahaEvent('session.status', connection, 1), {
    session: 'conn_1',
    payload: { name: 'conn_1', status: 'WORKING' },
  })
})
