import { type ChildProcess, spawn } from 'node:child_process'
import { chmod, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { DemoFile, DemoUser } from '@recado/contract/demo-file'
import type { Test } from 'tap'
import { eventually } from './eventually.ts'
import { NODE_FLAGS } from './node-flags.ts'
import { scratchFolder } from './scratch.ts'

/** The content of `.recado/demo.json` once the product is ready. */
export type Demo = DemoFile & { readonly dashboard: DemoUser }

/** `npm start` as a separate process. */
export type Standalone = {
  readonly child: ChildProcess
  readonly exit: Promise<number | null>
  output(): string
  /** Reads demo.json again. */
  demo(): Promise<Demo>
}

/** A data folder, which is removed after the test. */
export async function dataFolder(t: Test): Promise<string> {
  const dataDir = await scratchFolder('recado-main-')
  t.teardown(() => rm(dataDir, { recursive: true, force: true }))
  // Postgres runs as another user; if that user cannot enter the folder, Postgres puts its data elsewhere.
  await chmod(dataDir, 0o755)
  return dataDir
}

/** How it is started. */
type How = {
  /** Limit of file descriptors for each of its processes; by default that of the test. */
  readonly openFiles?: number | undefined
  /** The program of Node that runs it; by default that of the test. */
  readonly node?: string
}

/** Begins to start it on free ports, with simulators that never act by themselves. */
export function start(
  t: Test,
  dataDir: string,
  env: Record<string, string> = {},
  { openFiles, node = process.execPath }: How = {},
): Standalone {
  const main = fileURLToPath(import.meta.resolve('@recado/standalone/main'))
  const command = [node, ...NODE_FLAGS, main]
  const limit = openFiles === undefined ? '' : `ulimit -n ${openFiles} && `
  const child = spawn('/bin/sh', ['-c', `${limit}exec "$@"`, 'sh', ...command], {
    env: { ...process.env, PORT: '0', RECADO_DATA_DIR: dataDir, RECADO_PLAIN: '1', ...env },
  })
  t.teardown(() => child.kill('SIGKILL'))
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      output += chunk
    })
  const exit = new Promise<number | null>((resolve) => child.once('close', resolve))
  const demo = async () => JSON.parse(await readFile(join(dataDir, 'demo.json'), 'utf8'))
  return { child, exit, output: () => output, demo }
}

/** Starts it and waits until it is ready. */
export async function started(
  t: Test,
  dataDir: string,
  env: Record<string, string> = {},
  how: How = {},
): Promise<Standalone> {
  const program = start(t, dataDir, env, how)
  await eventually(() => {
    if (program.child.exitCode !== null) throw new Error(program.output())
    return program.output().includes('Recado is ready')
  }, 180_000)
  return program
}
