import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'tap'
import { accounts } from './accounts.ts'
import { connections } from './connections.ts'
import { contacts } from './contacts.ts'
import { conversations } from './conversations.ts'
import { messages } from './messages.ts'
import { seals } from './seals.ts'
import { users } from './users.ts'

const DOMAIN = new URL('../../../domain/', import.meta.url)
const ALL = [
  ...accounts,
  ...connections,
  ...contacts,
  ...conversations,
  ...messages,
  ...seals,
  ...users,
]

/** Decisions that add facts each time, and why that is right. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  recordConnectionNotice:
    'each notice of a provider counts; intake drops repeats by the ids of their facts',
  changeBusinessProfile: 'the profile is the provider’s: we do not know whether it says so already',
  noteFound: 'a search leaves out what earlier portions have named, so each portion is new',
  recordReveal: 'each look at a key is an act of its own, for which the password was given',
}

/** The names of all decisions that the domain exports. */
function decisions(): readonly string[] {
  const files = readdirSync(DOMAIN, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !/^(dist|node_modules)\b/.test(file))
    .map((file) => readFileSync(new URL(file, DOMAIN), 'utf8'))
  return files.flatMap((text) =>
    [...text.matchAll(/^export const (\w+): Decide</gm)].map(([, name = '']) => name),
  )
}

test('every decision of the domain is tested with a repeat', async (t) => {
  t.same(ALL.map(({ name }) => name).sort(), [...decisions()].sort())
})

test('each exception names an existing decision', async (t) => {
  for (const name of Object.keys(EXCEPTIONS)) t.ok(decisions().includes(name), name)
})

for (const { name, assertHolds, fails } of ALL) {
  const reason = EXCEPTIONS[name]
  if (reason === undefined)
    test(`${name}: the same command again adds nothing`, async () => assertHolds())
  else
    test(`${name}: ${reason}`, async (t) => t.ok(fails(), 'it no longer needs to be an exception'))
}
