import { chmod, mkdtemp, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Linux keeps these files in memory. */
const MEMORY = '/dev/shm'
/** More bytes than the lists of a group use by default. */
const ROOM = 4 * 2 ** 30

/**
 * Creates a folder for the data of servers: in memory where there is room, because on a disk that others use too, more
 * or fewer writers share a commit, which changes what each costs. `RECADO_SCRATCH` names another place, such as a disk.
 */
export async function scratchFolder(): Promise<string> {
  const folder = await mkdtemp(
    join(process.env.RECADO_SCRATCH ?? (await roomiest()), 'recado-bench-'),
  )
  // Postgres runs as another user, which must be able to enter the folder.
  await chmod(folder, 0o755)
  return folder
}

async function roomiest(): Promise<string> {
  const room = await statfs(MEMORY).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => 0,
  )
  return room >= ROOM ? MEMORY : tmpdir()
}
