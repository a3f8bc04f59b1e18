import { changeBusinessProfile } from '@recado/domain/connection/change-business-profile'
import { connection } from '@recado/domain/connection/connection'
import { test } from 'tap'
import { businessProfileChanged, connectionRegistered } from '../../examples/connection.ts'
import { deciding } from '../../kit/deciding.ts'

const given = deciding(connection, changeBusinessProfile)
const { changed_at: at, ...command } = businessProfileChanged.data

test('changed fields are recorded', async () => {
  given(connectionRegistered)
    .when({ ...command, at })
    .appends(businessProfileChanged)
})
test('an empty change is not recorded', async () => {
  given(connectionRegistered)
    .when({ ...command, changed: {}, at })
    .appends()
})
test('a connection nobody registered has no profile', async () => {
  given()
    .when({ ...command, at })
    .refuses('connection_not_found')
})
