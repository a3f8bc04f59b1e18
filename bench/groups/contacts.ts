import { filledStack } from '../lab/filled-stack.ts'
import { type HttpClient, httpClient } from '../lab/http-client.ts'
import { defineGroup, type Group, type GroupRun } from '../measuring/group.ts'
import { closedLoop } from '../measuring/loops.ts'

const AT_A_TIME = 8
const KNOWN = 50
const FEW = 10_000
const AGAINST = 'bare fastify route with the appends of the same facts'

type Opened = {
  readonly api: HttpClient
  readonly bare: HttpClient
  /** The number of a person that nobody knows. */
  stranger(): number
}

/** POST /contacts, answered once the contact can be read, among few other contacts. */
export const contacts = contactGroup({ name: 'contacts', usesLists: false }, () => FEW)

/** The same among as many as the lists have rows. */
export const contactsAmongMany = contactGroup(
  { name: 'contacts-among-many', usesLists: true },
  (run) => {
    return run.listRows
  },
)

function contactGroup(
  about: Pick<Group, 'name' | 'usesLists'>,
  sizeOf: (run: GroupRun) => number,
): Group {
  return defineGroup<Opened>({
    ...about,
    minutes: 2,
    open: (run) => openContacts(run, sizeOf(run)),
    rows: [
      {
        ...{ name: 'POST, new', figures: ['rate_per_s'], against: AGAINST },
        sides: ({ api, bare, stranger }) => ({
          ours: loop(() => post(api, '/api/v1/contacts', stranger(), 201)),
          raw: loop(() => post(bare, '/new', stranger(), 200)),
        }),
      },
      {
        ...{ name: 'POST, existing', figures: ['rate_per_s'], against: AGAINST },
        sides: ({ api, bare }) => ({
          ours: loop(() => post(api, '/api/v1/contacts', somebody(), 200)),
          raw: loop(() => post(bare, '/existing', somebody(), 200)),
        }),
      },
    ],
  })
}

function loop(call: () => Promise<unknown>) {
  return closedLoop({ atATime: AT_A_TIME, call })
}

function somebody(): number {
  return Math.floor(Math.random() * KNOWN)
}

async function openContacts(run: GroupRun, size: number): Promise<Opened> {
  const { lab } = run
  const stack = await lab.stack()
  const { tenant } = await filledStack(run, stack, size, { tables: ['contacts'] })
  await stack.follow()
  const commands = await stack.start('command-api')
  const connections = AT_A_TIME
  const api = httpClient(lab, commands.port, { connections, bearer: tenant.key })
  const { port } = await stack.raw('bench/raw/bare-contact.ts')
  const bare = httpClient(lab, port, { connections })
  let made = 0
  while (made < KNOWN) await post(api, '/api/v1/contacts', made++, 201)
  return { api, bare, stranger: () => made++ }
}

/** Each call brings another name, so that every call has something to write. */
async function post(api: HttpClient, path: string, person: number, expected: number) {
  const phone = `5511955${String(person).padStart(6, '0')}`
  const name = `Ana ${Math.random().toString(36).slice(2)}`
  const { status, text } = await api.post(path, JSON.stringify({ phone, name }))
  if (status !== expected) throw new Error(`${path} answered ${status}: ${text.slice(0, 200)}`)
}
