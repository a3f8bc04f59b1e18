import { createRecado, type Recado } from '@recado/client'
import type { Command } from 'commander'
import { type Io, UsageError } from './io.ts'
import { type Output, outputOf } from './output.ts'
import { type Given, NOTHING, type Profile, readProfile } from './profile.ts'

export type Session = {
  readonly io: Io
  readonly out: Output
  readonly profile: Profile
  /** @param apiKey replaces the profile's key @throws UsageError without any key, and for one that must not go there */
  recado(apiKey?: string): Recado
}

type Globals = Given & { readonly json?: boolean }

/** Opens profile, output and client from the options before and after the command's name. */
export async function openSession(
  io: Io,
  command: Command,
  more: Pick<Given, 'isNew'> = {},
): Promise<Session> {
  const { json = false, ...given } = command.optsWithGlobals<Globals>()
  const out = outputOf(io, json)
  const profile = await readProfile({ ...given, ...more }, io)
  const recado = (apiKey?: string) => clientOf(profile.baseUrl, keyFor(profile, apiKey), out)
  return { io, out, profile, recado }
}

function keyFor({ apiKey, said, withheld }: Profile, given: string | undefined): string {
  const refusal = given === undefined ? null : withheld(given)
  if (refusal !== null) throw new UsageError(refusal)
  const key = given ?? apiKey
  if (key !== null) return key
  if (said.apiKey !== NOTHING) throw new UsageError(said.apiKey)
  throw new UsageError(
    'no API key: set RECADO_API_KEY and RECADO_BASE_URL, give --api-key, call recado login, or run npm start in this folder',
  )
}

function clientOf(baseUrl: string, apiKey: string, out: Output): Recado {
  return createRecado({
    apiKey,
    baseUrl,
    retry: {
      attempts: 5,
      onRetry({ reason, waitMs }) {
        if (waitMs >= 1_000) out.tell(`${reason}; trying again in ${Math.round(waitMs / 1_000)} s`)
      },
    },
  })
}
