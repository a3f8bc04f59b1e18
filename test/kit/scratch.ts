import { mkdtemp, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Linux keeps these files in memory: creating a database there takes a tenth of the processor time. */
const MEMORY = '/dev/shm'
/** Far more bytes than all tests use at a time. The 64 MB of a container would not be enough. */
const ROOM = 4 * 2 ** 30

/**
 * Creates a folder for the data of servers that do not outlive their test: in memory where there is enough room, else
 * on disk. `RECADO_SCRATCH` names another place.
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
