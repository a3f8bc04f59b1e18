import type { ConnectionEntry } from '../registry-entries.ts'
import type { ProviderResult } from './provider-result.ts'

/**
 * Why there is no code to scan: where the session is, or why its gateway did not tell. `paired`: none is needed; `busy`:
 * the account asks for the codes of too many numbers at once.
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

/** How the pairing of a number stands. */
export type PairingState = {
  /** As the gateway calls it; null when it said none that we know. */
  readonly session_status: string | null
  /** The text of the code. Whoever has it owns the number: it is neither kept nor logged. */
  readonly qr: string | null
  /** Null exactly when there is a code. */
  readonly reason: WithoutCode | null
}

/** What can be done to the session of a number. */
export type PairingAction = 'start' | 'restart' | 'log_out'

/** Numbers that a phone has to be linked with. None of it throws for what the network or the gateway does. */
export type PairingCalls = {
  read(connection: ConnectionEntry): Promise<PairingState>
  act(connection: ConnectionEntry, action: PairingAction): Promise<ProviderResult<null>>
  /**
   * A code to type on the phone instead of scanning one.
   * @param phone digits with country code
   */
  requestCode(connection: ConnectionEntry, phone: string): Promise<ProviderResult<string>>
}
