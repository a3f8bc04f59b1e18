/** Secrets by reference: a database of its own, encrypted, immutable versions. Never in an event or a log line. */
export type Vault = {
  /**
   * Stores a secret under a new reference, before the event that names it is appended.
   * @throws VaultKeyUnknown
   */
  put(accountId: string, secret: string): Promise<string>
  /**
   * The secret behind a reference, from a bounded cache where possible.
   * @throws SecretMissing when the reference dangles or no master key fits
   * @throws VaultKeyUnknown when the key that seals now is none of this process
   */
  get(accountId: string, reference: string): Promise<string>
  /** Deletes the secret behind a reference; nothing when there is none. Who has read it may hold it for a while yet. */
  forget(accountId: string, reference: string): Promise<void>
  /** Whether its database answers. */
  answers(): Promise<boolean>
  close(): Promise<void>
}

/** A reference that leads nowhere: what needs the secret is unusable, nothing else is. */
export class SecretMissing extends Error {
  constructor(reference: string) {
    super(`no secret behind reference ${reference}; store it again with an operator command`)
    this.name = 'SecretMissing'
  }
}

/** The vault was given another master key; this process must be told it. Of the secrets it says nothing. */
export class VaultKeyUnknown extends Error {
  constructor() {
    super('the vault is sealed under a key that is neither VAULT_KEY nor VAULT_KEY_BEFORE; set it')
    this.name = 'VaultKeyUnknown'
  }
}
