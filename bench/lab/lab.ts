import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { type EmbeddedPostgres, startPostgres } from '@recado/standalone/servers/postgres'
import type { LabProcess } from './lab-process.ts'
import { scratchFolder } from './scratch.ts'
import { type FactsAre, openStack, type Stack } from './stack.ts'

/** A clean-up that takes longer, such as that of a connection to a server that is gone, is given up. */
const MAX_END_MS = 30_000

/** What a group starts. All groups share one Postgres server; everything else is new for each. */
export type Lab = {
  /** An empty database. */
  database(name: string): Promise<string>
  /** Servers and processes, beside those of earlier calls. */
  stack(facts?: FactsAre): Promise<Stack>
  /** Registers a clean-up that runs after the group; at once if the group was given up meanwhile. */
  after(end: () => Promise<unknown>): void
  /** The processes that the lab has started. */
  processes(): readonly LabProcess[]
  /** Adds a process to those whose time is counted. */
  count(process: LabProcess): void
  /** Runs the clean-ups, newest first. */
  clear(): Promise<void>
}

/** A Postgres server and the labs over it. */
export type Labs = {
  open(): Lab
  /** Stops the server and removes every file. */
  close(): Promise<void>
}

/** Starts a Postgres server in a temporary folder. */
export async function openLabs(log: (line: string) => void, stopping: AbortSignal): Promise<Labs> {
  const folder = await scratchFolder()
  const dataDir = join(folder, 'postgres')
  const postgres = await startPostgres({ dataDir, port: 0, log, stopping })
  const database = databases(postgres)
  let made = 0
  return {
    open() {
      made += 1
      return openLab({ postgres, database, log, folder: join(folder, `nats-${made}`) })
    },
    async close() {
      await postgres.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

function databases(postgres: EmbeddedPostgres): Lab['database'] {
  let made = 0
  return async (name) => {
    made += 1
    const unique = `${name}_${made}`
    await postgres.createDatabase(unique)
    return postgres.url(unique)
  }
}

type Parts = {
  readonly postgres: EmbeddedPostgres
  readonly database: Lab['database']
  readonly folder: string
  log(line: string): void
}

function openLab({ postgres, database, log, folder }: Parts): Lab {
  const ends: (() => Promise<unknown>)[] = []
  const processes: LabProcess[] = [{ name: 'postgres', pid: postgres.pid, role: 'server' }]
  let isCleared = false
  const clear = async () => {
    isCleared = true
    for (const end of ends.splice(0).reverse())
      await Promise.race([end(), delay(MAX_END_MS)]).catch((error) => log(String(error)))
  }
  const lab: Lab = {
    ...{ database, clear, processes: () => processes },
    count: (process) => void processes.push(process),
    after(end) {
      ends.push(end)
      if (isCleared) void clear()
    },
    stack: (facts = 'sealed') => openStack(lab, `${folder}-${facts}`, log, facts),
  }
  return lab
}
