import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { DemoFile } from '@recado/contract/demo-file'
import { scratchFolder } from '../lab/scratch.ts'
import { defineGroup, type Side } from '../measuring/group.ts'

const FLAGS = ['--conditions=@recado/source', '--import=tsx']
const LOOK_MS = 20
const PATIENCE_MS = 180_000
const ABOUT = {
  against: 'node with an empty server, from source',
  figures: ['took_ms'],
  // A start takes seconds, and compiles nothing that a later one has use for.
  rounds: { warmUp: 1, counted: 3 },
} as const

/** From `npm start` to the first page after signing in: with an empty data folder, and with one of an earlier start. */
export const firstPage = defineGroup<string>({
  name: 'first-page',
  minutes: 3,
  async open({ lab }) {
    const kept = await scratchFolder()
    lab.after(() => rm(kept, { recursive: true, force: true }))
    await started(kept)
    return kept
  },
  rows: [
    {
      ...{ ...ABOUT, name: 'npm start to the page, the first time' },
      sides: () => ({ ours: single(onNothing), raw: single(bare) }),
    },
    {
      ...{ ...ABOUT, name: 'npm start to the page, again' },
      sides: (kept) => ({ ours: single(() => started(kept)), raw: single(bare) }),
    },
  ],
})

/** One operation. @param work returns how long it took, ms */
function single(work: () => Promise<number>): Side {
  return {
    async round() {
      return { operations: 1, figures: { took_ms: await work() } }
    },
  }
}

async function onNothing(): Promise<number> {
  const empty = await scratchFolder()
  try {
    return await started(empty)
  } finally {
    await rm(empty, { recursive: true, force: true })
  }
}

/** Starts the product on a folder and stops it. @returns ms from the spawn until the first page has its data */
async function started(dataDir: string): Promise<number> {
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
    return performance.now() - begun
  } finally {
    await ended(child, 'SIGINT')
  }
}

async function bare(): Promise<number> {
  const begun = performance.now()
  const child = spawned(new URL('../raw/bare-node.ts', import.meta.url).href, {})
  try {
    await once(child, 'message')
    return performance.now() - begun
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
