import { join } from 'node:path'
import { readPrivate } from '../private-file.ts'
import type { Secrets } from '../secrets.ts'
import { copyKeptFiles } from './kept-files.ts'
import { overStopped } from './own-postgres.ts'
import { OWN, runOnFolder } from './program.ts'
import { restore } from './restore.ts'

// `npm run restore -- --from <folder>`: log and vault of a backup, to where `npm start` keeps its own and nothing is.

await runOnFolder('from', async (folder, dataDir) => {
  const kept = await readPrivate<Partial<Secrets>>(join(dataDir, 'secrets.json'))
  const key = process.env.VAULT_KEY || kept?.vault_key
  if (!key)
    throw new Error(`bring secrets.json back to ${dataDir}, or set VAULT_KEY: it opens the vault`)
  const before = process.env.VAULT_KEY_BEFORE
  const keys = {
    masterKey: Buffer.from(key, 'base64'),
    keyBefore: before ? Buffer.from(before, 'base64') : null,
  }
  const { made_at } = await overStopped(dataDir, async ({ url, createDatabase }) => {
    for (const name of Object.values(OWN)) await createDatabase(name)
    return restore({ log: url(OWN.log), vault: url(OWN.vault) }, folder, keys)
  })
  await copyKeptFiles(folder, dataDir)
  return `all of ${made_at} is in ${dataDir}. Start with DISPATCH=held npm start, look at npm run audit, then start without`
})
