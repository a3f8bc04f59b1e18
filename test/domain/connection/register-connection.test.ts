import { connection } from '@recado/domain/connection/connection'
import { registerConnection } from '@recado/domain/connection/register-connection'
import { test } from 'tap'
import { connectionRegistered, freemiumRegistered } from '../../examples/connection.ts'
import { deciding } from '../../kit/deciding.ts'

const given = deciding(connection, registerConnection)

function asking({ data }: typeof connectionRegistered) {
  const { registered_at: at, phone_number_digits: _, ...asked } = data
  return { ...asked, at }
}

test('an official number is registered with its digits', async () => {
  given().when(asking(connectionRegistered)).appends(connectionRegistered)
})
test('a freemium number is not known before it is paired', async () => {
  given().when(asking(freemiumRegistered)).appends(freemiumRegistered)
})
test('a connection is registered once', async () => {
  given(connectionRegistered).when(asking(connectionRegistered)).refuses('already_registered')
})
