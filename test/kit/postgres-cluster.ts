import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { startPostgres } from '@recado/standalone/servers/postgres'
import { withClient } from '@recado/standalone/servers/with-client'
import type pg from 'pg'
import { cpuSeconds } from '../run/cpu.ts'
import { note } from '../run/notes.ts'
import { scratchFolder } from './scratch.ts'

// Run as a process of its own, which holds the Postgres server of one test run and ends with the run, even
// when the run is killed. Arguments: the process id of the run, and the file to write the address to.

const [owner, addressFile] = [Number(process.argv[2]), String(process.argv[3])]
/** Every test creates and drops databases, which would wait for the disk; none of them has to survive a crash. */
const SCRATCH = ['fsync=off', 'full_page_writes=off']
let asked = false
process.once('SIGTERM', () => {
  asked = true
})

const dataDir = await scratchFolder('recado-test-postgres-')
const lines: string[] = []
try {
  const log = (line: string) => void lines.push(line)
  const server = await startPostgres({ dataDir, port: 0, log, settings: SCRATCH })
  await withClient(server.url('postgres'), cheapSignIn)
  await announce({ url: server.url('postgres'), pid: process.pid })
  while (!asked && alive(owner)) await delay(100)
  await server.stop()
  note({ kind: 'server', name: 'Postgres of all tests', cpu: cpuSeconds('self') })
} catch (error) {
  await announce({ pid: process.pid, error: `${lines.join('\n')}\n${String(error)}` })
  while (!asked && alive(owner)) await delay(100)
} finally {
  await rm(dataDir, { recursive: true, force: true })
  await rm(addressFile, { force: true })
  await rm(`${addressFile}.lock`, { force: true })
}

/**
 * Has clients send the password as it is. A proof of it (SCRAM) costs a quarter of a connection, and the tests make
 * thousands. The password is random, so that a hash which is computed once is as safe.
 */
async function cheapSignIn(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ hba_file: string }>('show hba_file')
  const [{ hba_file: file } = { hba_file: '' }] = rows
  const rules = await readFile(file, 'utf8')
  await writeFile(file, rules.replaceAll('scram-sha-256', 'password'))
  await client.query('set scram_iterations = 1')
  const password = client.escapeLiteral(client.password ?? '')
  await client.query(`alter user postgres password ${password}`)
  await client.query('select pg_reload_conf()')
}

/** Writes a second file and renames it, so that a reader sees all of it or nothing. */
async function announce(address: object): Promise<void> {
  await writeFile(`${addressFile}.new`, JSON.stringify(address), { mode: 0o600 })
  await rename(`${addressFile}.new`, addressFile)
}

function alive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
