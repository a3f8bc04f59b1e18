import { connection } from '@recado/domain/connection/connection'
import { replaceCredentials } from '@recado/domain/connection/replace-credentials'
import { test } from 'tap'
import {
  connectionCredentialsReplaced,
  connectionId,
  connectionRegistered,
} from '../../examples/connection.ts'
import { deciding } from '../../kit/deciding.ts'

const given = deciding(connection, replaceCredentials)
const { token, app_secret } = connectionRegistered.data.secret_refs
const at = '2026-01-05T09:00:00.000Z'
const command = {
  connection_id: connectionId,
  compared_with: app_secret ?? null,
  keep_previous: true,
  at,
}
const replaced = (secret_refs: Record<string, string | undefined>) => ({
  ...connectionCredentialsReplaced,
  data: { connection_id: connectionId, secret_refs: secret_refs as never, replaced_at: at },
})

test('a token is replaced, and the rest stays', async () => {
  given(connectionRegistered)
    .when({ ...command, secret_refs: { token: 'new' } })
    .appends(replaced({ token: 'new', app_secret }))
})
test('a replaced app secret stays valid until the next replacement', async () => {
  const secret_refs = { app_secret: 'new' }
  given(connectionRegistered)
    .when({ ...command, secret_refs })
    .appends(replaced({ token, app_secret: 'new', app_secret_previous: app_secret }))
  given(connectionRegistered, connectionCredentialsReplaced)
    .when({ ...command, secret_refs, compared_with: 'second' })
    .appends(replaced({ token, app_secret: 'new', app_secret_previous: 'second' }))
})
test('an app secret that is current already keeps the one before it', async () => {
  given(connectionRegistered, connectionCredentialsReplaced)
    .when({ ...command, secret_refs: { app_secret: 'second' } })
    .appends()
  given(connectionRegistered, connectionCredentialsReplaced)
    .when({ ...command, secret_refs: { token: 'new', app_secret: 'second' } })
    .appends(replaced({ token: 'new', app_secret: 'second', app_secret_previous: 'first' }))
})
test('an app secret is refused that was compared with one replaced meanwhile', async () => {
  given(connectionRegistered, connectionCredentialsReplaced)
    .when({ ...command, secret_refs: { app_secret: 'new' } })
    .refuses('secret_replaced')
})
test('with keep_previous false the previous app secret is dropped', async () => {
  given(connectionRegistered, connectionCredentialsReplaced)
    .when({ ...command, secret_refs: { token: 'new' }, keep_previous: false })
    .appends(replaced({ token: 'new', app_secret: 'second' }))
})
test('a connection nobody registered has no credentials to replace', async () => {
  given()
    .when({ ...command, secret_refs: { token: 'new' } })
    .refuses('connection_not_found')
})
test('a hook address stays valid, listed after that of the new secret', async () => {
  const registered = {
    ...connectionRegistered,
    data: { ...connectionRegistered.data, hooks: ['first'] },
  }
  const refs = { token, app_secret: 'new', app_secret_previous: app_secret }
  const both = { ...replaced(refs).data, hooks: ['second', 'first'] }
  const expected = { ...replaced(refs), data: both }
  const change = { ...command, secret_refs: { app_secret: 'new' } }
  given(registered)
    .when({ ...change, hooks: ['second'] })
    .appends(expected)
  given(connectionRegistered)
    .when({ ...change, hooks: ['second', 'first'] })
    .appends(expected)
})
test('dropping the previous app secret alone is a change', async () => {
  given(connectionRegistered, connectionCredentialsReplaced)
    .when({ ...command, secret_refs: { app_secret: 'second' }, keep_previous: false })
    .appends(replaced({ token, app_secret: 'second' }))
})
