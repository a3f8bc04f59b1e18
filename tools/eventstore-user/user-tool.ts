import { admitUser, isAsWanted, NotAdmitted } from '@recado/infra/event-store/admit-user'
import { parseOptions } from '../parse-options.ts'
import { type Console, UsageError } from '../run-tool.ts'

const USAGE = `npm run eventstore:user -- --url <esdb://admin:…@…> [--user recado]

Creates a user of EventStoreDB for Recado with only the rights that it needs: to read $all, and to write and delete streams.
Afterwards only this user and administrators may do so; users named in an access control list stay there. Run it again to
change the password, or to check: it changes only what differs. Settings: EVENTSTORE_ADMIN_URL for --url, EVENTSTORE_USER for --user, and
EVENTSTORE_USER_PASSWORD, which has no option: others can see a command line.
Exit code 0: done; 1: the server gives other rights, which are printed; 2: wrong options; 3: could not finish.`

const OPTIONS = {
  url: { type: 'string' },
  user: { type: 'string' },
  help: { type: 'boolean' },
} as const

const CHANGES = {
  user: 'user created',
  password: 'password set',
  access: 'access control lists set',
}

/** @returns the exit code @throws UsageError */
export async function userTool({ args, env, print, note }: Console): Promise<number> {
  const options = parseOptions(args, OPTIONS, USAGE)
  if (options.help) {
    await print(USAGE)
    return 0
  }
  const url = options.url ?? env.EVENTSTORE_ADMIN_URL
  const username = options.user ?? (env.EVENTSTORE_USER || 'recado')
  const password = env.EVENTSTORE_USER_PASSWORD
  if (!url || !password) throw new UsageError(`set --url and EVENTSTORE_USER_PASSWORD\n\n${USAGE}`)
  const { changed, user, stranger } = await admitUser({ url, username, password }).catch(throwUsage)
  for (const what of changed) note(CHANGES[what])
  const rights = { [username]: user, 'anybody else': stranger }
  const isAsNeeded = isAsWanted(user, stranger)
  await print(
    isAsNeeded ? `${username} may do what Recado needs, and no more` : JSON.stringify(rights),
  )
  return isAsNeeded ? 0 : 1
}

function throwUsage(error: unknown): never {
  throw error instanceof NotAdmitted ? new UsageError(error.message) : error
}
