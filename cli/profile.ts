import { readFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { type Io, UsageError } from './io.ts'

/** The description that `npm start` writes of itself, `demo.json`. */
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

/** The server and the credentials of a call, and where each was found. */
export type Profile = {
  readonly baseUrl: string
  readonly apiKey: string | null
  readonly operatorToken: string | null
  /** Set when the server is an `npm start` of this machine. */
  readonly demo: Demo | null
  /** The sources of base URL and key, such as `--api-key`. */
  readonly said: { readonly baseUrl: string; readonly apiKey: string }
}

/** The options of the command line that choose server and key. */
export type Given = {
  readonly apiKey?: string
  readonly baseUrl?: string
  readonly profile?: string
  /** The profile is about to be created and need not exist. */
  readonly isNew?: boolean
}

type Said = { readonly value: string; readonly by: string }
type Kept = { readonly api_key?: string; readonly base_url?: string }

const DEFAULT_URL = 'http://127.0.0.1:8080/api/v1'

/**
 * Options take precedence over the environment, the environment over a kept profile, a profile over `npm start` in this
 * folder or above; a profile that is named counts as an option. A kept key is sent only to the server it was kept for.
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
  ]) ?? { value: DEFAULT_URL, by: 'the default: the address of npm start' }
  if (!/^https?:$/.test(protocolOf(baseUrl.value)))
    throw new UsageError(
      `${baseUrl.value}, from ${baseUrl.by}, is not a base URL such as ${DEFAULT_URL}`,
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

export function profilesFile(env: Io['env']): string {
  return join(env.XDG_CONFIG_HOME || join(homedir(), '.config'), 'recado', 'config.json')
}

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
  throw new UsageError(
    `there is no profile ${name} in ${profilesFile(env)}; recado login creates it`,
  )
}

type Running = { readonly demo: Demo; readonly file: string }

/** The running `npm start` of the data folder, or else of this folder or one above. */
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

function parsed<T>(text: string, file: string): T {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new UsageError(`${file} is not JSON (${error instanceof Error ? error.message : error})`)
  }
}

function bare(url: string): string {
  return url.replace(/\/+$/, '')
}

function protocolOf(url: string): string {
  return URL.canParse(url) ? new URL(url).protocol : ''
}
