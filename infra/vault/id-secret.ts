import { randomBytes } from 'node:crypto'
import { INSTALLATION } from './installation.ts'
import { SecretMissing, type Vault } from './vault.ts'

const ID_SECRET = { account_id: INSTALLATION, reference: 'id-secret' } as const
const SECRET_BYTES = 32

/**
 * Makes the secret by which ids of persons are keyed, unless the vault has it. Nothing ever replaces it, because ids are
 * in every later fact; a rotation of VAULT_KEY only seals it anew.
 * @returns the secret that the vault has: the same for all processes that start at once
 * @throws VaultUnavailable, IdSecretLost
 */
export async function keepIdSecret(vault: Pick<Vault, 'keepFirst'>): Promise<Buffer> {
  const made = randomBytes(SECRET_BYTES).toString('base64')
  return readSecret(vault.keepFirst(ID_SECRET, made))
}

/**
 * The secret that keepIdSecret has made. A tool only reads it: one that is given the wrong vault leaves nothing there.
 * @throws VaultUnavailable, IdSecretLost
 */
export async function readIdSecret(vault: Pick<Vault, 'get'>): Promise<Buffer> {
  return readSecret(vault.get(ID_SECRET))
}

async function readSecret(reading: Promise<string>): Promise<Buffer> {
  try {
    return Buffer.from(await reading, 'base64')
  } catch (error) {
    throw error instanceof SecretMissing ? new IdSecretLost() : error
  }
}

/** Nobody who is known could be found without this secret, and another one is no substitute. */
export class IdSecretLost extends Error {
  constructor() {
    super(
      'the vault has no secret of ids that VAULT_KEY or VAULT_KEY_BEFORE opens; set the vault and the key that belong to the log',
    )
    this.name = 'IdSecretLost'
  }
}
