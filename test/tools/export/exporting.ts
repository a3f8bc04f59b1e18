import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { exportTool } from '@recado/tools/export/export-tool'
import type { Test } from 'tap'
import { NODE_FLAGS } from '../../kit/node-flags.ts'

/** The output of a run, and its exit code. */
export type Run = { readonly code: number; readonly out: string[]; readonly err: string[] }

/** Runs `npm run export` in this process. @throws UsageError as the tool does */
export async function runExport(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  signal: AbortSignal = new AbortController().signal,
): Promise<Run> {
  const [out, err]: [string[], string[]] = [[], []]
  const console = {
    args,
    env,
    print: async (line: string) => void out.push(line),
    note: (line: string) => void err.push(line),
  }
  const code = await exportTool(console, signal, SMALL)
  return { code, out, err }
}

const MAIN = fileURLToPath(new URL('../../../tools/export/main.ts', import.meta.url))

/** Runs `npm run export` in its own process. @param flags of node */
export async function runProcess(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  flags: readonly string[] = [],
): Promise<{ code: number | null; stdout: string }> {
  const child = spawn(process.execPath, [...flags, ...NODE_FLAGS, MAIN, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...env },
  })
  const ended = once(child, 'close')
  const stdout = await text(child.stdout)
  await ended
  return { code: child.exitCode, stdout }
}

/** Small bounds, so that a short log has several files and batches. */
export const SMALL = { file: { rows: 40, bytes: 1024 * 1024 }, batch: { facts: 32, bytes: 65_536 } }

/** An empty folder that is deleted when the test ends. */
export async function temporaryFolder(t: Test): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'recado-export-'))
  t.teardown(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** Every file of a folder with its bytes, in base64. */
export async function bytesIn(folder: string): Promise<Record<string, string>> {
  const names = (await readdir(folder)).sort()
  const found = names.map(async (name) => [name, await readFile(join(folder, name), 'base64')])
  return Object.fromEntries(await Promise.all(found))
}

/** The rows of all files of a category, in order. */
export async function linesOf(
  folder: string,
  category: string,
): Promise<Record<string, unknown>[]> {
  const names = (await readdir(folder)).filter((name) => name.startsWith(`${category}-`)).sort()
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))
  return texts
    .join('')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))
}
