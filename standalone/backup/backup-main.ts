import { backUp, type Manifest } from './back-up.ts'
import { copyProgress } from './copy-progress.ts'
import { copyKeptFiles } from './kept-files.ts'
import { overPostgres } from './own-postgres.ts'
import { OWN, runOnFolder } from './program.ts'

// `npm run backup -- --to <folder>`: backs up log and vault of `npm start`, whether it runs or not.

const usage = `npm run backup -- --to <folder>

Backs up the log and the vault of npm start, whether it runs or not.
  --to <folder>  where to; the folder is made, or is empty
  --help         shows this`

await runOnFolder({ usage, option: 'to', flags: [] }, async ({ folder, dataDir, note }) => {
  const manifest = await overPostgres(dataDir, (url) =>
    backUp(
      { log: url(OWN.log), vault: url(OWN.vault) },
      folder,
      () => copyKeptFiles(dataDir, folder),
      copyProgress(note, null),
    ),
  )
  const key = `VAULT_KEY (vault_key in ${dataDir}/secrets.json) is not in it: keep that apart`
  return `${rowsOf(manifest, 'events')} events and ${rowsOf(manifest, 'secrets')} secrets as of ${manifest.made_at} are in ${folder}. ${key}`
})

function rowsOf({ log, vault }: Manifest, table: string): number {
  return [...log, ...vault].find((copied) => copied.table === table)?.rows ?? 0
}
