import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { cpus } from 'node:os'
import { fileURLToPath } from 'node:url'
import { type Machine, parseRun, type RunFile, textOf } from './run-file.ts'

/** Runs are kept here; git ignores it. */
const RUNS = new URL('../../.recado/bench/', import.meta.url)
const BASELINE = new URL('../baseline.json', import.meta.url)

/** Keeps a run. @returns the path of its file */
export async function keepRun(run: RunFile): Promise<string> {
  const file = new URL(`${run.begun_at.replaceAll(':', '-')}.json`, RUNS)
  await mkdir(RUNS, { recursive: true })
  await writeFile(file, textOf(run))
  return fileURLToPath(file)
}

export async function readRun(path: string): Promise<RunFile> {
  return parseRun(await readFile(path, 'utf8'))
}

/** @returns null if there is no baseline yet */
export async function readBaseline(): Promise<RunFile | null> {
  const text = await readFile(BASELINE, 'utf8').catch((error) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  return text === null ? null : parseRun(text)
}

export async function writeBaseline(run: RunFile): Promise<void> {
  await writeFile(BASELINE, textOf(run))
}

/** The machine that this process runs on. */
export function thisMachine(): Machine {
  const all = cpus()
  const cpu_model = all[0]?.model ?? 'unknown'
  return { cpu_model, cores: all.length, node_version: process.version }
}
