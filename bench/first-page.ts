import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { DemoFile } from '@recado/contract/demo-file'
import type { Bench } from './bench.ts'
import { type Figures, interleaved } from './measure.ts'
import type { Row } from './report.ts'

const FLAGS = ['--conditions=@recado/source', '--import=tsx']
const LOOK_MS = 20
const PATIENCE_MS = 180_000

/** From `npm start` to the first page after signing in: with an empty data folder, and with one of an earlier start. */
export const firstPageBench: Bench = {
  name: 'first-page',
  async run({ progress, rounds }) {
    const kept = await folder()
    try {
      progress('npm start, to make what it keeps')
      await started(kept)
      const medians = await interleaved(rounds, {
        bare,
        first: async () => {
          progress('npm start, the first time')
          return onNothing()
        },
        again: async () => {
          progress('npm start, again')
          return started(kept)
        },
      })
      return ['first', 'again'].map((which) => rowOf(which, medians))
    } finally {
      await rm(kept, { recursive: true, force: true })
    }
  },
}

function rowOf(which: string, medians: Readonly<Record<string, Figures>>): Row {
  return {
    name: `npm start to the page: ${which === 'first' ? 'the first time' : 'again'}`,
    unit: 'ms',
    ours: medians[which]?.page ?? Number.NaN,
    raw: medians.bare?.page ?? Number.NaN,
    against: 'node with an empty server, from source',
  }
}

async function folder(): Promise<string> {
  const made = await mkdtemp(join(tmpdir(), 'recado-bench-'))
  // Postgres runs as another user, which must be able to enter the folder.
  await chmod(made, 0o755)
  return made
}

async function onNothing(): Promise<Figures> {
  const empty = await folder()
  try {
    return await started(empty)
  } finally {
    await rm(empty, { recursive: true, force: true })
  }
}

/** Starts the product on a folder and stops it. @returns `page`: ms from the spawn until the first page has its data */
async function started(dataDir: string): Promise<Figures> {
  const begun = performance.now()
  const child = spawned(import.meta.resolve('@recado/standalone/main'), {
    ...{ RECADO_DATA_DIR: dataDir, PORT: '0', RECADO_PLAIN: '1' },
  })
  try {
    const until = async <T>(look: () => Promise<T | null>): Promise<T> => {
      for (;;) {
        const seen = await look()
        if (seen !== null) return seen
        const isLate = performance.now() - begun > PATIENCE_MS
        if (isLate || child.exitCode !== null) throw new Error('npm start came to nothing')
        await delay(LOOK_MS)
      }
    }
    const { url, ...user } = await until(() => pageOf(join(dataDir, 'demo.json')))
    // Sign in only once: the limit of sign-ins is lower than the rate of this loop.
    const cookie = await until(() => signedIn(url, user))
    const list = new URL('/dashboard/v1/messages?limit=8', url).href
    await until(() => textAt(list, { cookie }))
    return { page: performance.now() - begun }
  } finally {
    await ended(child, 'SIGINT')
  }
}

async function bare(): Promise<Figures> {
  const begun = performance.now()
  const child = spawned(new URL('./bare-node.ts', import.meta.url).href, {})
  try {
    await once(child, 'message')
    return { page: performance.now() - begun }
  } finally {
    await ended(child, 'SIGTERM')
  }
}

function spawned(entry: string, env: Readonly<Record<string, string>>): ChildProcess {
  return spawn(process.execPath, [...FLAGS, fileURLToPath(entry)], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
}

async function ended(child: ChildProcess, signal: 'SIGINT' | 'SIGTERM'): Promise<void> {
  if (child.exitCode !== null) return
  const exited = once(child, 'exit')
  child.kill(signal)
  await exited
}

/** The page's address and the demo user, once the page and its script can be loaded. */
async function pageOf(file: string): Promise<DemoFile['dashboard'] | null> {
  const text = await readFile(file, 'utf8').catch(() => null)
  if (text === null) return null
  const { dashboard }: DemoFile = JSON.parse(text)
  const html = await textAt(dashboard.url)
  const script = /src="([^"]+\.js)"/.exec(html ?? '')?.[1]
  if (script === undefined) return null
  return (await textAt(new URL(script, dashboard.url).href)) === null ? null : dashboard
}

async function textAt(url: string, headers: Record<string, string> = {}): Promise<string | null> {
  const answer = await fetch(url, { headers }).catch(() => null)
  return answer?.ok === true ? answer.text() : null
}

async function signedIn(url: string, user: object): Promise<string | null> {
  const answer = await fetch(new URL('/dashboard/v1/session', url), {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
    body: JSON.stringify(user),
  }).catch(() => null)
  if (answer?.status === 429) throw new Error('the demo user signed in too often')
  return answer?.headers.get('set-cookie')?.split(';')[0] ?? null
}
