import type { components, Recado } from '@recado/client'
import { UsageError } from './io.ts'

type Connection = components['schemas']['ListedConnection']

/** The connection with this id or number; by default the only one, or the only connected one. @throws UsageError */
export async function chosenConnection(recado: Recado, named?: string): Promise<Connection> {
  const all = await allConnections(recado)
  const fits = named === undefined ? all : all.filter((connection) => isNamed(connection, named))
  const connected = fits.filter(({ status }) => status === 'connected')
  const [one, ...others] = connected.length > 0 ? connected : fits
  if (one !== undefined && others.length === 0) return one
  if (one === undefined)
    throw new UsageError(
      named === undefined
        ? 'the account has no connection'
        : `no connection has the id or number ${named}`,
    )
  const names = [one, ...others].map(
    ({ id, phone_number_digits: digits }) => `${id} (${digits ?? 'no number'})`,
  )
  throw new UsageError(`choose one with --connection: ${names.join(', ')}`)
}

export async function allConnections(recado: Recado): Promise<Connection[]> {
  const all: Connection[] = []
  for await (const connection of recado.paginate('/connections')) all.push(connection)
  return all
}

/** Whether a text is the connection's id, or its number in any formatting. */
export function isNamed(
  { id, phone_number_digits }: Pick<Connection, 'id' | 'phone_number_digits'>,
  named: string,
): boolean {
  return id === named || phone_number_digits === named.replace(/\D/g, '')
}
