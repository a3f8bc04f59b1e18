import type { FactKeys } from '../sealing/fact-keys.ts'
import type { LogMemory } from './known-log.ts'
import type { Bound } from './seal.ts'

/** Secrets by reference, in an encrypted database of its own. Secrets never enter an event or a log line. */
export type Vault = {
  /** Stores a secret and returns its reference. Call it before the fact that names the reference is appended. @throws VaultUnavailable */
  put(secret: { readonly account_id: string; readonly secret: string }): Promise<string>
  /**
   * Stores a secret under a reference of the caller's unless the reference is taken.
   * @returns the secret that the vault has from then on: of several processes that store at once, all get the same
   * @throws SecretMissing when no key opens the one that was stored before, VaultUnavailable
   */
  keepFirst(at: Bound, secret: string): Promise<string>
  /** Reads a secret, cached. @throws SecretMissing when the reference leads to none or no key opens it, VaultUnavailable */
  get(at: Bound): Promise<string>
  /** Deletes a secret; a missing one is no error. Other processes may have it cached. @throws VaultUnavailable */
  forget(at: Bound): Promise<void>
  /** Deletes all secrets of an account. Other processes may have them cached. @throws VaultUnavailable */
  forgetAll(accountId: string): Promise<void>
  /** What the installation knows of its log. */
  readonly knownLog: LogMemory
  /** The keys under which personal parts of facts are sealed. */
  readonly factKeys: FactKeys
  /** What the clock of its Postgres says. @throws VaultUnavailable */
  now(): Promise<Date>
  answers(): Promise<boolean>
  close(): Promise<void>
}

/** A reference without a secret: whatever needs the secret is unusable, and nothing else. */
export class SecretMissing extends Error {
  constructor(reference: string) {
    super(`no secret behind reference ${reference}; store it again with an operator command`)
    this.name = 'SecretMissing'
  }
}

/** The vault cannot be used for now. Says nothing about the secrets themselves. */
export class VaultUnavailable extends Error {
  constructor(cause: unknown, message = 'the Postgres of the vault is not available') {
    super(message, { cause })
    this.name = 'VaultUnavailable'
  }
}

/** This process lacks the vault's present master key. */
export class VaultKeyUnknown extends VaultUnavailable {
  constructor() {
    super(
      undefined,
      'the vault is sealed under a key that is neither VAULT_KEY nor VAULT_KEY_BEFORE; set it',
    )
    this.name = 'VaultKeyUnknown'
  }
}
