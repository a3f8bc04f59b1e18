import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { readPrivate } from '@recado/infra/private-file'
import type { Secrets } from '../secrets.ts'
import { readManifest } from './back-up.ts'
import { copyKeptFiles } from './kept-files.ts'
import { withStoppedPostgres } from './own-postgres.ts'
import { restore } from './restore.ts'
import { type CommandInput, DATABASE_NAMES, runOnFolder } from './run-on-folder.ts'

// `npm run restore -- --from <folder>`: restores log and vault of a backup to an empty data folder of `npm start`.
// `--lost` restores a vault in which some secrets open under none of the keys.

const usage = `npm run restore -- --from <folder>

Restores the log and the vault of a backup to an empty data folder of npm start. No log is ever overwritten.
  --from <folder>  the folder of the backup
  --without-erasures  restores without ERASURES_DIR; whoever was erased since the backup is back
  --lost           restores also when some secrets open under neither VAULT_KEY nor VAULT_KEY_BEFORE
  --help           shows this help`

await runOnFolder({ usage, option: 'from', flags: ['lost', 'without-erasures'] }, restoreTo)

async function restoreTo({ folder, dataDir, isSet, note }: CommandInput) {
  // Before anything is made on the data folder.
  await readManifest(folder)
  await requireErasures(isSet('without-erasures'), note)
  const kept = await readPrivate<Partial<Secrets>>(join(dataDir, 'secrets.json'))
  const key = process.env.VAULT_KEY || kept?.vault_key
  if (!key)
    throw new Error(
      `the key of the vault is missing: copy secrets.json to ${dataDir}, or set VAULT_KEY`,
    )
  const before = process.env.VAULT_KEY_BEFORE
  const keys = {
    masterKey: Buffer.from(key, 'base64'),
    keyBefore: before ? Buffer.from(before, 'base64') : null,
  }
  const { made_at } = await withStoppedPostgres(dataDir, async ({ url, createDatabase }) => {
    for (const name of Object.values(DATABASE_NAMES)) await createDatabase(name)
    return restore(
      { log: url(DATABASE_NAMES.log), vault: url(DATABASE_NAMES.vault) },
      folder,
      keys,
      {
        ...{ lost: isSet('lost'), note },
      },
    )
  })
  await copyKeptFiles(folder, dataDir)
  return `the backup of ${made_at} is restored to ${dataDir}. Run DISPATCH=held npm start, check with npm run audit, decide on the sends that are suspended, then run npm start`
}

/** Whom the backup has although they were erased since, only that list knows. @throws when it cannot be read */
async function requireErasures(without: boolean, note: CommandInput['note']): Promise<void> {
  const folder = process.env.ERASURES_DIR
  if (without)
    return note(
      'without the list of erasures, persons who were erased since the backup are back, and can be read: erase them again',
    )
  if (!folder)
    throw new Error(
      'ERASURES_DIR is missing: set it here and at the start, so that whoever was erased since the backup is erased again, or add --without-erasures',
    )
  const names = await readdir(folder)
  note(
    `${names.length} erasures are in ERASURES_DIR; npm start repeats the later ones before it serves anything`,
  )
}
