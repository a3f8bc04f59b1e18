import type { ConnectionEntry } from '../registry-entries.ts'
import type { ProviderResult } from './provider-result.ts'

/** Why a gateway counts as silent: nothing listens, nothing is answered in time, or it answers with a fault (5xx). */
export type Silence = 'unreachable' | 'no_answer' | 'failing'

/**
 * The gateways of a provider whose numbers have sessions at servers of the operator. By id; null: the one that a setting
 * names.
 */
export type GatewayCalls = {
  /** Those in use here, in order of registration, the one that a setting names first. */
  ids(): readonly (string | null)[]
  has(gatewayId: string | null): boolean
  /** Asks a gateway for a sign of life. @returns null when it answers */
  probe(gatewayId: string | null): Promise<Silence | null>
  /** Logs a number's session out at a gateway and deletes it there. Idempotent. */
  endSession(connection: ConnectionEntry, gatewayId: string | null): Promise<ProviderResult<null>>
}

/**
 * Names the server that a connection's calls go to: what one of them does must not hinder the others. No name begins with
 * another and a space.
 */
export function serverOf({
  type,
  gateway_id,
}: Pick<ConnectionEntry, 'type' | 'gateway_id'>): string {
  return `${type}@${gateway_id ?? ''}`
}

/** Whether a server that this installation knows has the connection; true where the provider has no gateways. */
export function isServed(
  gateways: Pick<GatewayCalls, 'has'> | undefined,
  { gateway_id }: Pick<ConnectionEntry, 'gateway_id'>,
): boolean {
  return gateways === undefined || gateways.has(gateway_id)
}
