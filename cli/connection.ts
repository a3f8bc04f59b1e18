import type { components } from '@recado/client/api'
import type { Recado } from '@recado/client/recado'
import { UsageError } from './io.ts'

type Connection = components['schemas']['Connection']

/** The connection of this id or number; without either the one that is there, or that alone is connected. */
export async function chosenConnection(recado: Recado, named?: string): Promise<Connection> {
  const all = await allConnections(recado)
  const fits = named === undefined ? all : all.filter((connection) => isNamed(connection, named))
  const connected = fits.filter(({ status }) => status === 'connected')
  const [one, ...others] = connected.length > 0 ? connected : fits
  if (one !== undefined && others.length === 0) return one
  if (one === undefined)
    throw new UsageError(
      named === undefined ? 'the account has no connection' : `no connection is ${named}`,
    )
  const names = [one, ...others].map(
    ({ id, phone_number_digits: digits }) => `${id} (${digits ?? 'no number'})`,
  )
  throw new UsageError(`say by --connection which one: ${names.join(', ')}`)
}

/** All numbers of the account. */
export async function allConnections(recado: Recado): Promise<Connection[]> {
  const all: Connection[] = []
  for await (const connection of recado.paginate('/connections')) all.push(connection)
  return all
}

/** Whether somebody means this connection, by its id or any writing of its number. */
export function isNamed(
  { id, phone_number_digits }: Pick<Connection, 'id' | 'phone_number_digits'>,
  named: string,
): boolean {
  return id === named || phone_number_digits === named.replace(/\D/g, '')
}
