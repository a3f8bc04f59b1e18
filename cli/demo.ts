import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { DemoFile } from '@recado/contract/demo-file'
import { type Io, parseJson } from './io.ts'

/** What the file of a running `npm start` says, or one that somebody else has written and that need not be whole. */
export type Demo = Pick<DemoFile, 'base_url' | 'accounts'> &
  Partial<Pick<DemoFile, 'operator' | 'simulators'>>

export type Running = { readonly demo: Demo; readonly file: string }

/**
 * The running `npm start` of the data folder, or else of this folder or one above. A cloned folder may contain a file
 * of its author, so the addresses in it count only if they are on this machine (`isOnThisMachine`).
 */
export async function findDemo(
  { RECADO_DATA_DIR: folder }: Io['env'],
  cwd: string,
): Promise<Running | null> {
  return folder ? demoIn(folder) : demoAbove(cwd)
}

/** Whether all servers that a demo file names are on this machine, as those of an `npm start` are. */
export function isLocal({ base_url, simulators }: Demo): boolean {
  return (
    isOnThisMachine(base_url) && (simulators === undefined || isOnThisMachine(simulators.graph))
  )
}

/** Whether a text is a URL whose host is the loopback interface: by its number, or as `localhost`. */
function isOnThisMachine(url: string): boolean {
  if (!URL.canParse(url)) return false
  const { protocol, hostname } = new URL(url)
  if (!/^https?:$/.test(protocol)) return false
  return /^(localhost|\[::1\]|127(\.\d{1,3}){3})$/.test(hostname)
}

/** Whether a credential is one of those that the file itself holds. */
export function isOwnCredential({ accounts, operator }: Demo, credential: string): boolean {
  return credential === operator?.token || accounts.some(({ api_key }) => api_key === credential)
}

async function demoIn(folder: string): Promise<Running | null> {
  const file = join(folder, 'demo.json')
  const text = await readFile(file, 'utf8').catch(() => null)
  return text === null ? null : { demo: parseJson<Demo>(text, file), file }
}

async function demoAbove(folder: string): Promise<Running | null> {
  const found = await demoIn(join(folder, '.recado'))
  if (found !== null) return found
  const above = dirname(folder)
  return above === folder ? null : demoAbove(above)
}
