import { randomBytes } from 'node:crypto'
import type { Recado } from '@recado/client'

/** The secret that signs the events of each connection. */
export type Secrets = {
  of(connectionId: string): string
  /** All secrets, separated by commas, for the program that verifies. */
  readonly told: string
}

/**
 * The secrets of the webhooks; a connection without a webhook gets a random one for this run.
 * @param connectionId limits them to one connection
 */
export async function openSecrets(recado: Recado, connectionId?: string): Promise<Secrets> {
  const query =
    connectionId === undefined || connectionId === '' ? {} : { connection_id: connectionId }
  const { data } = await recado.GET('/webhooks', { params: { query } })
  const own = new Map<string, string>()
  for (const { connection_id, secret } of data.data)
    if (secret !== null) own.set(connection_id, secret)
  const drawn = `whsec_${randomBytes(24).toString('base64')}`
  const isComplete = connectionId !== undefined && own.has(connectionId)
  const told = [...new Set([...own.values(), ...(isComplete ? [] : [drawn])])]
  return { of: (id) => own.get(id) ?? drawn, told: told.join(',') }
}

export async function secretOf(recado: Recado, connectionId: string): Promise<string> {
  return (await openSecrets(recado, connectionId)).of(connectionId)
}
