import { isDeepStrictEqual } from 'node:util'
import { type EventStoreDBClient, jsonEvent, StreamNotFoundError } from '@eventstore/db-client'
import { FROM_LEADER } from './from-leader.ts'

type Json = Readonly<Record<string, unknown>>

const RIGHTS = ['$r', '$w', '$d', '$mr', '$mw']
/** The rights that our process needs. The metadata of streams stays with administrators. */
const NEEDED_RIGHTS = ['$r', '$w', '$d']
const EVERYBODY = '$all'
const ADMINISTRATORS = '$admins'

/**
 * Gives one user the right to read, write and delete all streams that are not the server's own, and to read `$all`.
 * Users named before stay named; the group of everybody is removed.
 * @returns whether a list was changed
 * @throws the server's error, such as a conflict with a concurrent change
 */
export async function grantStreams(client: EventStoreDBClient, user: string): Promise<boolean> {
  const defaults = await replaceList(client, '$settings', 'update-default-acl', (now) => ({
    ...now,
    $userStreamAcl: list(now.$userStreamAcl, user),
    $systemStreamAcl: list(now.$systemStreamAcl, null),
  }))
  const all = await replaceList(client, '$$$all', '$metadata', (now) => {
    const acl = objectIn(now.$acl)
    return { ...now, $acl: { ...acl, $r: names(acl.$r, user) } }
  })
  return defaults || all
}

function list(now: unknown, user: string | null): Json {
  const named = objectIn(now)
  return Object.fromEntries(
    RIGHTS.map((right) => [
      right,
      names(named[right], NEEDED_RIGHTS.includes(right) ? user : null),
    ]),
  )
}

function names(now: unknown, user: string | null): readonly unknown[] {
  const kept = [now ?? []].flat().filter((name) => name !== EVERYBODY)
  return [...new Set([...kept, ADMINISTRATORS, ...(user === null ? [] : [user])])]
}

async function replaceList(
  client: EventStoreDBClient,
  stream: string,
  type: string,
  change: (now: Json) => Json,
): Promise<boolean> {
  const newest = await newestOf(client, stream)
  const data = change(newest?.data ?? {})
  if (isDeepStrictEqual(data, newest?.data)) return false
  const expectedRevision = newest?.revision ?? 'no_stream'
  await client.appendToStream(stream, jsonEvent({ type, data }), {
    expectedRevision,
    ...FROM_LEADER,
  })
  return true
}

async function newestOf(client: EventStoreDBClient, stream: string) {
  const newest = { direction: 'backwards', fromRevision: 'end', maxCount: 1 } as const
  try {
    for await (const { event } of client.readStream(stream, { ...newest, ...FROM_LEADER }))
      if (event) return { revision: event.revision, data: objectIn(event.data) }
  } catch (error) {
    if (!(error instanceof StreamNotFoundError)) throw error
  }
  return null
}

function objectIn(value: unknown): Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {}
}
