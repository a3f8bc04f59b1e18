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
  /** Of the simulated WAHA: signs webhooks, opens the API. */
  waha_hmac_key: string
  waha_api_key: string
}

/** The secrets kept in `dataDir`; those that are missing are made now. */
export async function keptSecrets(dataDir: string): Promise<Secrets> {
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
  // What is there already is not put at risk again at each start.
  if (isNew) await writePrivate(file, made)
  return made
}
