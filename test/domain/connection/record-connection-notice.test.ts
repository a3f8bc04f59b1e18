import { connection } from '@recado/domain/connection/connection'
import { recordConnectionNotice } from '@recado/domain/connection/record-connection-notice'
import { test } from 'tap'
import { connectionRegistered } from '../../examples/connection.ts'
import { deciding } from '../../kit/deciding.ts'

const given = deciding(connection, recordConnectionNotice)
const { connection_id } = connectionRegistered.data
const at = '2026-01-02T10:00:00.000Z'
const notice = { connection_id, kind: 'quality' as const, value: { event: 'FLAGGED' } }

test('a report about a number is recorded as the provider gave it', async () => {
  given(connectionRegistered)
    .when({ ...notice, at })
    .appends({ type: 'ConnectionNoticed', data: { ...notice, noticed_at: at } })
})

test('a number that nobody registered has no reports', async () => {
  given()
    .when({ ...notice, at })
    .refuses('connection_not_found')
})
