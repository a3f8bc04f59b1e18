import { backUp, type Manifest } from './back-up.ts'
import { copyProgress } from './copy-progress.ts'
import { copyKeptFiles } from './kept-files.ts'
import { withPostgres } from './own-postgres.ts'
import { DATABASE_NAMES, runOnFolder } from './run-on-folder.ts'

// `npm run backup -- --to <folder>`: backs up log and vault of `npm start`, whether it runs or not.

const usage = `npm run backup -- --to <folder>

Backs up the log and the vault of npm start, whether it runs or not.
  --to <folder>  the folder to write to; it is created, or must be empty
  --help         shows this help`

await runOnFolder({ usage, option: 'to', flags: [] }, async ({ folder, dataDir, note }) => {
  const manifest = await withPostgres(dataDir, (url) =>
    backUp(
      { log: url(DATABASE_NAMES.log), vault: url(DATABASE_NAMES.vault) },
      folder,
      () => copyKeptFiles(dataDir, folder),
      copyProgress(note, null),
    ),
  )
  const key = `VAULT_KEY (vault_key in ${dataDir}/secrets.json) is not in the backup: keep it elsewhere`
  return `${rowsOf(manifest, 'events')} events and ${rowsOf(manifest, 'secrets')} secrets as of ${manifest.made_at} are in ${folder}. ${key}`
})

function rowsOf({ log, vault }: Manifest, table: string): number {
  return [...log, ...vault].find((copied) => copied.table === table)?.rows ?? 0
}
