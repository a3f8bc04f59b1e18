import type { EventStoreDBClient } from '@eventstore/db-client'
import { sleep } from '../concurrency/sleep.ts'
import { grantStreams } from './access-lists.ts'
import { discard } from './discard.ts'
import { findServer } from './find-server.ts'
import { guardedClient } from './guarded-client.ts'
import { type Rights, rightsOf } from './rights.ts'
import { createUser, findUser, resetPassword } from './users.ts'

/** The user to admit, and a connection string with the login of an administrator. */
export type Admission = {
  readonly url: string
  readonly username: string
  readonly password: string
}

/** What was changed, and the rights that the user and a login unknown to the server (`stranger`) have now. */
export type Admitted = {
  readonly changed: readonly ('user' | 'password' | 'access')[]
  readonly user: Rights
  readonly stranger: Rights
}

export class NotAdmitted extends Error {
  override name = 'NotAdmitted'
}

/** How long a node may take to apply changed access lists and passwords, ms. */
const APPLY_TIMEOUT_MS = 10_000
const PAUSE_MS = 200

/**
 * Creates or adjusts a user who may read `$all` and write and delete streams, and nothing more. Afterwards only that
 * user and administrators may do so. A second call changes only what differs.
 * @throws NotAdmitted, StoreTooOld, or the server's error
 */
export async function admitUser({ url, ...user }: Admission): Promise<Admitted> {
  if (/[?&]tls=false\b/i.test(url))
    throw new NotAdmitted('a server without TLS knows no users; give an address with TLS')
  const { node } = await findServer(url)
  const admin = guardedClient(node)
  const tried = guardedClient(node.replace(/\/\/[^@/?]*@/, '//'))
  try {
    const made = await ensureUser(admin, user)
    const access = await grantStreams(admin, user.username)
    const isStale = !made && !(await rightsOf(tried, user)).readsAll
    if (isStale) await resetPassword(admin, user.username, user.password)
    return {
      changed: [
        ...(made ? (['user'] as const) : []),
        ...(isStale ? (['password'] as const) : []),
        ...(access ? (['access'] as const) : []),
      ],
      ...(await untilRightsHold(tried, user)),
    }
  } finally {
    await Promise.all([discard(admin), discard(tried)])
  }
}

async function ensureUser(
  admin: EventStoreDBClient,
  { username, password }: Omit<Admission, 'url'>,
): Promise<boolean> {
  const found = await findUser(admin, username)
  if (found === null) {
    await createUser(admin, username, password)
    return true
  }
  if (found.groups.length > 0)
    throw new NotAdmitted(`${username} is in ${found.groups.join(', ')}; name a user of its own`)
  if (found.isDisabled) throw new NotAdmitted(`${username} is disabled; enable it, or name another`)
  return false
}

async function untilRightsHold(tried: EventStoreDBClient, credentials: Omit<Admission, 'url'>) {
  for (const begun = performance.now(); ; await sleep(PAUSE_MS)) {
    const [user, stranger] = [await rightsOf(tried, credentials), await rightsOf(tried, null)]
    if (isAsWanted(user, stranger) || performance.now() - begun > APPLY_TIMEOUT_MS)
      return { user, stranger }
  }
}

/** Whether the user has exactly the rights needed, and an unknown login has none. */
export function isAsWanted(user: Rights, stranger: Rights): boolean {
  const { readsAll, writes, readsSystem } = user
  return readsAll && writes && !readsSystem && Object.values(stranger).every((right) => !right)
}
