import { mkdtemp, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Linux keeps what lies there in memory: making a database takes a tenth of the processor time it takes on a disk. */
const MEMORY = '/dev/shm'
/** Far more than all tests ever hold at a time. A container's 64 MB would not do. */
const ROOM = 4 * 2 ** 30

/**
 * Makes a folder for servers that do not outlive their test: in memory where there is plenty, else on the disk.
 * `RECADO_SCRATCH` names another place.
 */
export async function scratchFolder(prefix: string): Promise<string> {
  return mkdtemp(join(process.env.RECADO_SCRATCH ?? (await roomiest()), prefix))
}

async function roomiest(): Promise<string> {
  const room = await statfs(MEMORY).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => 0,
  )
  return room >= ROOM ? MEMORY : tmpdir()
}
