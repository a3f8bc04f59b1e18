import type { ChatLease } from '../../concurrency/leased-mutex.ts'
import type { Config } from '../../config.ts'
import type { ConnectionEntry } from '../../registry-entries.ts'
import type { Vault } from '../../vault/vault.ts'
import type { PairingCalls } from '../pairing-calls.ts'
import type { Target } from './client-table.ts'
import { ensureSession } from './ensure-session.ts'
import { wahaPairing } from './pairing.ts'
import { prepareSend } from './prepare-send.ts'
import { sessionOrder } from './session-order.ts'
import { connectWaha, type WahaClient } from './waha-client.ts'

/** Shorter for pairing: a person waits at a screen. */
const PAIRING_TIMEOUT_MS = 8_000
const PAIRING_CONNECTIONS = 16

/** A gateway to call. */
export type WahaTarget = Target & {
  /** The API key; null when the gateway asks for none. @throws as Vault.get */
  apiKey(): Promise<string | null>
}

/** Everything that is bounded on the way to one gateway, so that another one never waits for it. */
export type GatewayClient = {
  readonly calls: WahaClient
  /** A separate pool: calls for codes, and probes, never delay a send. */
  readonly pairingCalls: WahaClient
  readonly prepare: ReturnType<typeof prepareSend>
  readonly pairing: PairingCalls
  ensureSession(connection: ConnectionEntry): Promise<void>
  close(): Promise<unknown>
}

export function openGateway(
  {
    config,
    vault,
    chats,
  }: {
    readonly config: Config
    readonly vault: Pick<Vault, 'get'>
    readonly chats: ChatLease
  },
  { address: baseUrl, apiKey }: WahaTarget,
): GatewayClient {
  const { PROVIDER_TIMEOUT_MS: timeoutMs } = config
  const calls = connectWaha({ baseUrl, apiKey, timeoutMs })
  const pairingCalls = connectWaha({
    ...{ baseUrl, apiKey, connections: PAIRING_CONNECTIONS },
    timeoutMs: Math.min(timeoutMs, PAIRING_TIMEOUT_MS),
  })
  const ensure = (through: WahaClient) => async (connection: ConnectionEntry) =>
    ensureSession(through.of(connection), await sessionOrder({ config, vault }, connection))
  return {
    ...{ calls, pairingCalls },
    prepare: prepareSend(calls, chats),
    pairing: wahaPairing(pairingCalls, ensure(pairingCalls)),
    ensureSession: ensure(calls),
    close: () => Promise.all([calls.close(), pairingCalls.close()]),
  }
}
