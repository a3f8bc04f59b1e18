import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { readPrivate, writePrivate } from '@recado/infra/private-file'

/** Secrets of one embedded installation, created at its first start. */
export type Secrets = {
  /** Seals the vault: without it every secret in the vault is lost. */
  vault_key: string
  operator_token: string
  /** For the simulated Meta app: signing of webhooks, verification of the hook, access to the API. */
  app_secret: string
  verify_token: string
  graph_token: string
  /** For the simulated WAHA: signing of webhooks, access to the API. */
  waha_hmac_key: string
  waha_api_key: string
}

/** The secrets kept in `dataDir`; creates the missing ones. */
export async function loadSecrets(dataDir: string): Promise<Secrets> {
  const file = join(dataDir, 'secrets.json')
  const kept = await readPrivate<Partial<Secrets>>(file)
  const secret = () => randomBytes(24).toString('base64url')
  const made = {
    vault_key: randomBytes(32).toString('base64'),
    operator_token: secret(),
    app_secret: secret(),
    verify_token: secret(),
    graph_token: secret(),
    waha_hmac_key: secret(),
    waha_api_key: secret(),
    ...kept,
  }
  const isNew = Object.keys(made).some((name) => kept?.[name as keyof Secrets] === undefined)
  // An unchanged file is not rewritten, which would put it at risk.
  if (isNew) await writePrivate(file, made)
  return made
}
