import type { ConnectionEntry } from '../registry-entries.ts'
import type { ProviderResult } from './provider-result.ts'

/**
 * Why there is no code to scan: the state of the session, or why the gateway did not name one. `paired`: none is
 * needed. `busy`: the account reads the codes of too many numbers at once.
 */
export type WithoutCode =
  | 'paired'
  | 'starting'
  | 'stopped'
  | 'failed'
  | 'passkey'
  | 'no_session'
  | 'unreachable'
  | 'no_answer'
  | 'refused'
  | 'unreadable'
  | 'busy'

export type PairingState = {
  /** The gateway's name of the state; null when it names none that we know. */
  readonly session_status: string | null
  /** The text of the QR code. Whoever has it controls the number: it is neither stored nor logged. */
  readonly qr: string | null
  /** Null exactly when there is a code. */
  readonly reason: WithoutCode | null
}

export type PairingAction = 'start' | 'restart' | 'log_out'

/** Pairing of numbers with a phone. No call throws for errors of the network or the gateway. */
export type PairingCalls = {
  read(connection: ConnectionEntry): Promise<PairingState>
  act(connection: ConnectionEntry, action: PairingAction): Promise<ProviderResult<null>>
  /** A code to type on the phone instead of scanning one. @param phone digits with country code */
  requestCode(connection: ConnectionEntry, phone: string): Promise<ProviderResult<string>>
}
