/** Secrets by reference, in an encrypted database of its own. Secrets never enter an event or a log line. */
export type Vault = {
  /** Call it before the event that names the new reference is appended. @throws VaultKeyUnknown */
  put(accountId: string, secret: string): Promise<string>
  /** Cached. @throws SecretMissing when it dangles or no key opens it, VaultKeyUnknown if this process lacks the key */
  get(accountId: string, reference: string): Promise<string>
  /** Deletes a secret; a missing one is no error. Other processes may have it cached for a while. */
  forget(accountId: string, reference: string): Promise<void>
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

/** This process lacks the vault's present master key. Says nothing about the secrets themselves. */
export class VaultKeyUnknown extends Error {
  constructor() {
    super('the vault is sealed under a key that is neither VAULT_KEY nor VAULT_KEY_BEFORE; set it')
    this.name = 'VaultKeyUnknown'
  }
}
