import { readFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { type Io, UsageError } from './io.ts'

/** What `npm start` tells of itself. */
export type Demo = {
  readonly base_url: string
  readonly accounts: readonly {
    readonly id: string
    readonly api_key: string
    readonly connections: readonly {
      readonly id: string
      readonly type: string
      readonly phone_number_digits: string
      readonly phone_number_id?: string
      readonly waba_id?: string
    }[]
  }[]
  readonly operator?: { readonly token: string }
  readonly simulators?: { readonly graph: string }
}

/** Who calls, whom, and where that was said. */
export type Profile = {
  readonly baseUrl: string
  readonly apiKey: string | null
  readonly operatorToken: string | null
  /** Of the `npm start` that is called; null elsewhere. */
  readonly demo: Demo | null
  /** Where base URL and key are from. */
  readonly said: { readonly baseUrl: string; readonly apiKey: string }
}

/** Options that say who calls. */
export type Given = {
  readonly apiKey?: string
  readonly baseUrl?: string
  readonly profile?: string
  /** The profile is to be made, and may not be there yet. */
  readonly isNew?: boolean
}

type Said = { readonly value: string; readonly by: string }
type Kept = { readonly api_key?: string; readonly base_url?: string }

const DEFAULT_URL = 'http://127.0.0.1:8080/api/v1'

/**
 * Options go before the environment, that before a kept profile, and that before `npm start` in this folder or above; a
 * profile that is named is an option. A key that was kept goes where it was proven, and nowhere else.
 */
export async function readProfile(
  given: Given,
  { env, cwd }: Pick<Io, 'env' | 'cwd'>,
): Promise<Profile> {
  const kept = await keptProfile(given, env)
  const demo = await demoOf(env, cwd)
  const ofProfile = `profile ${given.profile ?? 'default'}`
  const named = given.profile !== undefined && given.isNew !== true ? kept : {}
  const baseUrl = first([
    [given.baseUrl, '--base-url'],
    [named.base_url, ofProfile],
    [env.RECADO_BASE_URL, 'RECADO_BASE_URL'],
    [kept.base_url, ofProfile],
    [demo?.demo.base_url, demo?.file ?? ''],
  ]) ?? { value: DEFAULT_URL, by: 'nothing: it is where npm start listens' }
  if (!/^https?:$/.test(protocolOf(baseUrl.value)))
    throw new UsageError(
      `${baseUrl.value}, from ${baseUrl.by}, is no base URL: it is like ${DEFAULT_URL}`,
    )
  const isCalled = (url = '') => bare(url) === bare(baseUrl.value)
  const here = isCalled(demo?.demo.base_url) ? (demo?.demo ?? null) : null
  const isOfProfile = isCalled(kept.base_url)
  const apiKey = first([
    [given.apiKey, '--api-key'],
    [isOfProfile ? named.api_key : undefined, ofProfile],
    [env.RECADO_API_KEY, 'RECADO_API_KEY'],
    [isOfProfile ? kept.api_key : undefined, ofProfile],
    [here?.accounts[0]?.api_key, demo?.file ?? ''],
  ])
  return {
    baseUrl: bare(baseUrl.value),
    apiKey: apiKey?.value ?? null,
    operatorToken: env.RECADO_OPERATOR_TOKEN || (here?.operator?.token ?? null),
    demo: here,
    said: { baseUrl: baseUrl.by, apiKey: apiKey?.by ?? 'nothing' },
  }
}

/** The file of kept profiles. */
export function profilesFile(env: Io['env']): string {
  return join(env.XDG_CONFIG_HOME || join(homedir(), '.config'), 'recado', 'config.json')
}

/** All kept profiles by name. */
export async function keptProfiles(env: Io['env']): Promise<Record<string, Kept>> {
  const file = profilesFile(env)
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '{}'
    throw error
  })
  return parsed<{ profiles?: Record<string, Kept> }>(text, file).profiles ?? {}
}

async function keptProfile({ profile: name, isNew = false }: Given, env: Io['env']): Promise<Kept> {
  const profiles = await keptProfiles(env)
  const kept = profiles[name ?? 'default']
  if (kept !== undefined || name === undefined || isNew) return kept ?? {}
  throw new UsageError(`there is no profile ${name} in ${profilesFile(env)}; recado login makes it`)
}

type Running = { readonly demo: Demo; readonly file: string }

/** `npm start`, where it keeps its data, else in this folder or one above. */
async function demoOf(
  { RECADO_DATA_DIR: folder }: Io['env'],
  cwd: string,
): Promise<Running | null> {
  return folder ? demoIn(folder) : demoAbove(cwd)
}

async function demoIn(folder: string): Promise<Running | null> {
  const file = join(folder, 'demo.json')
  const text = await readFile(file, 'utf8').catch(() => null)
  return text === null ? null : { demo: parsed<Demo>(text, file), file }
}

async function demoAbove(folder: string): Promise<Running | null> {
  const found = await demoIn(join(folder, '.recado'))
  if (found !== null) return found
  const above = dirname(folder)
  return above === folder ? null : demoAbove(above)
}

function first(places: readonly (readonly [string | undefined, string])[]): Said | null {
  for (const [value, by] of places) if (value) return { value, by }
  return null
}

/** @throws UsageError that names the file */
function parsed<T>(text: string, file: string): T {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new UsageError(`${file} is no JSON (${error instanceof Error ? error.message : error})`)
  }
}

function bare(url: string): string {
  return url.replace(/\/+$/, '')
}

function protocolOf(url: string): string {
  return URL.canParse(url) ? new URL(url).protocol : ''
}
