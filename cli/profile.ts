import { readFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { type Demo, findDemo, isLocal, isOwnCredential, type Running } from './demo.ts'
import { type Io, parseJson, UsageError } from './io.ts'

/** The server and the credentials of a call, and where each was found. */
export type Profile = {
  readonly baseUrl: string
  /** Null without a key, and where the key that was found must not go to this server. */
  readonly apiKey: string | null
  /** Null likewise. */
  readonly operatorToken: string | null
  /** Set when the server is an `npm start` of this machine. */
  readonly demo: Demo | null
  /** The sources, such as `--api-key`, or why a credential is withheld. */
  readonly said: {
    readonly baseUrl: string
    readonly apiKey: string
    readonly operatorToken: string
  }
  /** Why a key that the caller was given by hand must not go to this server; null when it may. */
  withheld(apiKey: string): string | null
}

/** The options of the command line that choose server and key. */
export type Given = {
  readonly apiKey?: string
  readonly baseUrl?: string
  readonly profile?: string
  /** The profile is about to be created and need not exist. */
  readonly isNew?: boolean
}

type Source = 'option' | 'environment' | 'profile' | 'demo' | 'default'
type Found = { readonly value: string; readonly by: string; readonly from: Source }
type StoredProfile = { readonly api_key?: string; readonly base_url?: string }

/** The source of a credential that was found nowhere. */
export const NOTHING = 'nothing'

const DEFAULT_URL = 'http://127.0.0.1:8080/api/v1'
const NOWHERE: Found = {
  value: DEFAULT_URL,
  by: 'the default: the address of npm start',
  from: 'default',
}

/**
 * Options take precedence over the environment, the environment over a stored profile, a profile over `npm start` in this
 * folder or above; a profile that is named counts as an option. A stored key is sent only to the server of its profile,
 * and a key or token of the environment only to a server that an option or the environment names: the folder in which
 * the command runs may be somebody else's.
 */
export async function readProfile(
  given: Given,
  { env, cwd }: Pick<Io, 'env' | 'cwd'>,
): Promise<Profile> {
  const kept = await storedProfile(given, env)
  const running = await findDemo(env, cwd)
  const address = addressOf(given, env, kept, running)
  const isCalled = (url = '') => withoutSlashes(url) === withoutSlashes(address.value)
  const isHere = running !== null && isLocal(running.demo) && isCalled(running.demo.base_url)
  const own = isHere ? running : null
  const apiKey = keyOf(given, env, isCalled(kept.base_url) ? kept : {}, own)
  const token = tokenOf(env, own)
  const withheld = (said: Found | null) => whyWithheld(said, address, own)
  const allowed = (said: Found | null) => (withheld(said) === null ? (said?.value ?? null) : null)
  return {
    baseUrl: withoutSlashes(address.value),
    apiKey: allowed(apiKey),
    operatorToken: allowed(token),
    demo: own?.demo ?? null,
    said: {
      baseUrl: address.by,
      apiKey: withheld(apiKey) ?? apiKey?.by ?? NOTHING,
      operatorToken: withheld(token) ?? token?.by ?? NOTHING,
    },
    withheld: (value) => withheld({ value, by: 'this key', from: 'option' }),
  }
}

/** @throws UsageError when it is no URL, or only a demo file names it and it is not on this machine */
function addressOf(
  given: Given,
  env: Io['env'],
  kept: StoredProfile,
  running: Running | null,
): Found {
  const named = isNamed(given) ? kept : {}
  const found =
    firstFound([
      [given.baseUrl, '--base-url', 'option'],
      [named.base_url, profileLabel(given), 'option'],
      [env.RECADO_BASE_URL, 'RECADO_BASE_URL', 'environment'],
      [kept.base_url, profileLabel(given), 'profile'],
      [running?.demo.base_url, running?.file ?? '', 'demo'],
    ]) ?? NOWHERE
  if (!/^https?:$/.test(protocolOf(found.value)))
    throw new UsageError(
      `${found.value}, from ${found.by}, is not a base URL such as ${DEFAULT_URL}`,
    )
  if (found.from === 'demo' && running !== null && !isLocal(running.demo))
    throw new UsageError(
      `${found.by} names a server that is not on this machine, so it is not your npm start: ${SAY_WHERE}`,
    )
  return found
}

function keyOf(
  given: Given,
  env: Io['env'],
  kept: StoredProfile,
  own: Running | null,
): Found | null {
  return firstFound([
    [given.apiKey, '--api-key', 'option'],
    [isNamed(given) ? kept.api_key : undefined, profileLabel(given), 'profile'],
    [env.RECADO_API_KEY, 'RECADO_API_KEY', 'environment'],
    [kept.api_key, profileLabel(given), 'profile'],
    [own?.demo.accounts[0]?.api_key, own?.file ?? '', 'demo'],
  ])
}

function tokenOf(env: Io['env'], own: Running | null): Found | null {
  return firstFound([
    [env.RECADO_OPERATOR_TOKEN, 'RECADO_OPERATOR_TOKEN', 'environment'],
    [own?.demo.operator?.token, own?.file ?? '', 'demo'],
  ])
}

const SAY_WHERE = 'set RECADO_BASE_URL or give --base-url'

/** Why a credential does not go to an address; null when it may. */
function whyWithheld(credential: Found | null, address: Found, own: Running | null): string | null {
  if (credential === null) return null
  const { value, by, from } = credential
  if (own !== null && isOwnCredential(own.demo, value)) return null
  const isSaid = address.from === 'option' || address.from === 'environment'
  const isRisk = from === 'environment' ? !isSaid : from === 'option' && address.from === 'demo'
  return isRisk ? `${by} is not sent to an address from ${address.by}: ${SAY_WHERE}` : null
}

export function profilesFile(env: Io['env']): string {
  return join(env.XDG_CONFIG_HOME || join(homedir(), '.config'), 'recado', 'config.json')
}

export async function storedProfiles(env: Io['env']): Promise<Record<string, StoredProfile>> {
  const file = profilesFile(env)
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '{}'
    throw error
  })
  return parseJson<{ profiles?: Record<string, StoredProfile> }>(text, file).profiles ?? {}
}

async function storedProfile(
  { profile: name, isNew = false }: Given,
  env: Io['env'],
): Promise<StoredProfile> {
  const profiles = await storedProfiles(env)
  const kept = profiles[name ?? 'default']
  if (kept !== undefined || name === undefined || isNew) return kept ?? {}
  throw new UsageError(
    `there is no profile ${name} in ${profilesFile(env)}; recado login creates it`,
  )
}

/** Whether the profile is chosen by an option, and so goes before the environment. */
function isNamed({ profile, isNew }: Given): boolean {
  return profile !== undefined && isNew !== true
}

function profileLabel({ profile = 'default' }: Given): string {
  return `profile ${profile}`
}

function firstFound(
  places: readonly (readonly [string | undefined, string, Source])[],
): Found | null {
  for (const [value, by, from] of places) if (value) return { value, by, from }
  return null
}

function withoutSlashes(url: string): string {
  return url.replace(/\/+$/, '')
}

function protocolOf(url: string): string {
  return URL.canParse(url) ? new URL(url).protocol : ''
}
