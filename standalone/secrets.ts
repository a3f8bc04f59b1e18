import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { readPrivate, writePrivate } from './private-file.ts'

/** Secrets of one embedded installation, made at its first start. */
export type Secrets = {
  /** Seals the vault: lost with it, every secret in the vault. */
  vault_key: string
  operator_token: string
  /** Of the simulated Meta app: signs webhooks, answers the verification, opens the API. */
  app_secret: string
  verify_token: string
  graph_token: string
  waha_hmac_key: string
}

/** The secrets kept in `dataDir`, made now when there are none. */
export async function keptSecrets(dataDir: string): Promise<Secrets> {
  const file = join(dataDir, 'secrets.json')
  const kept = await readPrivate<Secrets>(file)
  if (kept) return kept
  const secret = () => randomBytes(24).toString('base64url')
  const made = {
    vault_key: randomBytes(32).toString('base64'),
    operator_token: secret(),
    app_secret: secret(),
    verify_token: secret(),
    graph_token: secret(),
    waha_hmac_key: secret(),
  }
  await writePrivate(file, made)
  return made
}
