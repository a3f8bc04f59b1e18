import { execute } from '@recado/application/commands/execute'
import { systemContext } from '@recado/application/commands/system-context'
import { firstKnown, isTheErased } from '@recado/application/contacts/is-the-erased'
import {
  erasedId,
  type KeptErasure,
  keptFiles,
  keptNames,
  meantBy,
} from '@recado/application/contacts/kept-erasures'
import { account } from '@recado/domain/account/account'
import { eraseAccount } from '@recado/domain/account/erase-account'
import { contact } from '@recado/domain/contact/contact'
import { eraseMerged } from '@recado/domain/contact/erase-contact'
import { eraseKnownUser } from '@recado/domain/user/erase-user'
import { user } from '@recado/domain/user/user'
import { DEADLINES } from '@recado/infra/deadlines'
import { isServerAway } from '@recado/infra/is-server-away'
import type { Run } from '@recado/infra/postgres/run'
import { sql } from '@recado/infra/postgres/sql'
import type { ReactorLog } from '../../runtime/run-reactor.ts'
import type { ErasureDeps } from './erase-person.ts'

type Deps = ErasureDeps & { readonly log: ReactorLog }

/** How often the folder is listed: a mounted bucket wants to be paid for that. */
const LOOK_MS = 5_000
/**
 * How old a file is before the log is expected to know of its erasure: whoever keeps one asks the log next, and takes it
 * back when that is refused. Each wait of a request ends with its deadline.
 */
const UNDER_WAY_MS = 3 * DEADLINES.request
const ASKED_AT_ONCE = 1_000

/** What a leader knows of the files, by their names. */
type Files = {
  /** Since when each is there, by the clock of `performance`. */
  readonly seenAt: Map<string, number>
  /** Those that name contacts whom the log did not know. */
  readonly unknown: Map<string, KeptErasure>
  /** Those about which nothing is left to do. */
  readonly settled: Set<string>
  /** What was wrong with the folder at the last look. */
  readonly told: Set<string>
  /** Those that name somebody whose facts cannot be read. */
  readonly failed: Set<string>
}

/**
 * Erases whom ERASURES_DIR names and the log knows as they were: whoever a restored log has brought back, and whose
 * erasure was kept by a process that died before it asked the log. A file is read until it is known what it says.
 * @returns to be called often; most calls do nothing
 */
export function eraseKept(deps: Deps, run: Run): () => Promise<void> {
  const { ERASURES_DIR: folder } = deps.config
  if (folder === null) return async () => undefined
  const [seenAt, unknown] = [new Map<string, number>(), new Map<string, KeptErasure>()]
  const files: Files = { seenAt, unknown, settled: new Set(), told: new Set(), failed: new Set() }
  let lookedAt = Number.NEGATIVE_INFINITY
  return async () => {
    if (performance.now() - lookedAt < LOOK_MS) return
    lookedAt = performance.now()
    const persons = await eraseAll(deps, run, files, await readFolder(deps, folder, files))
    if (persons === 0) return
    const why = 'whom a restore had brought back, or whose erasure had not begun: they are erased'
    deps.log.warn({ persons }, `ERASURES_DIR names persons ${why}`)
  }
}

/** The erasures of which it is not known whether the log has them. What is wrong with a file holds up no other. */
async function readFolder(
  deps: Deps,
  folder: string,
  files: Files,
): Promise<ReadonlyMap<string, KeptErasure>> {
  const faults: string[] = []
  const names = await keptNames(folder).catch((error: NodeJS.ErrnoException) => {
    faults.push(`${folder} cannot be listed (${error.code})`)
    return null
  })
  if (names !== null) forgetOthers(files, names)
  const open = new Map(files.unknown)
  const unread = (names ?? []).filter((name) => !files.settled.has(name) && !open.has(name))
  for await (const some of keptFiles(folder, unread))
    for (const file of some)
      if ('fault' in file) faults.push(file.fault)
      else if (!isUnderWay(deps, files, file)) open.set(file.name, file.kept)
  tellNew(deps, files, faults)
  return open
}

function forgetOthers({ seenAt, unknown, settled, failed }: Files, names: readonly string[]): void {
  const there = new Set(names)
  for (const name of seenAt.keys())
    if (!there.has(name)) for (const of of [seenAt, unknown, settled, failed]) of.delete(name)
  for (const name of names) if (!seenAt.has(name)) seenAt.set(name, performance.now())
}

/** Each fault once, and again when it comes back. */
function tellNew({ log }: Deps, { told }: Files, faults: readonly string[]): void {
  for (const fault of faults)
    if (!told.has(fault)) log.warn({}, `${fault}: nobody whom it may name is erased again`)
  told.clear()
  for (const fault of faults) told.add(fault)
}

function isUnderWay(
  { now }: Deps,
  { seenAt }: Files,
  { name, kept }: { readonly name: string; readonly kept: KeptErasure },
): boolean {
  const age = now().getTime() - Date.parse(kept.requested_at)
  // A clock may be wrong by any time.
  return age < UNDER_WAY_MS && performance.now() - (seenAt.get(name) ?? 0) < UNDER_WAY_MS
}

/** @returns how many the log had not known as erased */
async function eraseAll(
  deps: Deps,
  run: Run,
  files: Files,
  open: ReadonlyMap<string, KeptErasure>,
): Promise<number> {
  let erased = 0
  const entries = [...open]
  for (let n = 0; n < entries.length; n += ASKED_AT_ONCE) {
    const some = entries.slice(n, n + ASKED_AT_ONCE)
    const known = await shownOf(run, some)
    for (const [name, kept] of some) {
      const outcomes = await apart(deps, files, name, () => eraseEach(deps, kept, known))
      if (outcomes.includes('erased')) erased += 1
      settle(files, name, outcomes.includes('unknown') ? kept : null)
    }
  }
  return erased
}

/** Whom one file means. */
async function eraseEach(
  deps: Deps,
  kept: KeptErasure,
  known: ReadonlyMap<string, Shown>,
): Promise<readonly Outcome[]> {
  const outcomes: Outcome[] = []
  for (const one of meantBy(kept))
    outcomes.push(await eraseAgain(deps, one, known.get(erasedId(one))))
  return outcomes
}

/** Whoever cannot be erased holds up no other: it is told once, and tried at each look. */
async function apart(
  { log }: Deps,
  { failed }: Files,
  name: string,
  work: () => Promise<readonly Outcome[]>,
): Promise<readonly Outcome[]> {
  try {
    const outcomes = await work()
    failed.delete(name)
    return outcomes
  } catch (err) {
    if (isServerAway(err)) throw err
    if (!failed.has(name)) log.error({ err, file: name }, CANNOT_ERASE)
    failed.add(name)
    return ['unknown']
  }
}

const CANNOT_ERASE =
  'whom a file of ERASURES_DIR names cannot be erased, and is tried again every few seconds'

/** @param unknown the erasure, as long as the log does not know all whom it means */
function settle(files: Files, name: string, unknown: KeptErasure | null): void {
  if (unknown !== null) {
    files.unknown.set(name, unknown)
    return
  }
  files.unknown.delete(name)
  files.settled.add(name)
}

type Shown = 'erased' | 'known' | undefined

/** What the read models show of whom files name. */
async function shownOf(
  run: Run,
  files: readonly (readonly [string, KeptErasure])[],
): Promise<ReadonlyMap<string, Shown>> {
  const ids = files.flatMap(([, kept]) => meantBy(kept).map(erasedId))
  const rows = await run<{ id: string; shown: Shown }>(sql`
    select id, 'known' as shown from contacts where id = any(${ids}::uuid[])
    union all select id, 'erased' from erasures where id = any(${ids}::uuid[])
    order by shown desc`)
  return new Map(rows.map(({ id, shown }) => [id, shown]))
}

type Outcome = 'erased' | 'nothing' | 'unknown'

async function eraseAgain(deps: Deps, kept: KeptErasure, shown: Shown): Promise<Outcome> {
  if (shown === 'erased') return 'nothing'
  if (!('contact_id' in kept)) return eraseOthers(deps, kept)
  const { account_id, contact_id: id, requested_at } = kept
  const known = shown === undefined ? null : await firstKnown(deps.store, id)
  if (known === null) return 'unknown'
  if (!isTheErased(known, requested_at)) return 'nothing'
  const context = systemContext(deps, { part: 'erasure', account_id, chain: id })
  // Of then and not of now: what the person has said since is a new contact's.
  const command = { at: requested_at }
  const execution = { aggregate: contact, id, decide: eraseMerged, command, context }
  return outcomeOf(await execute(deps, execution))
}

/** A user of the dashboard, or an account. Their ids are random: who is not known never will be. */
function eraseOthers(
  deps: Deps,
  kept: Exclude<KeptErasure, { readonly contact_id: string }>,
): Promise<Outcome> {
  const { account_id } = kept
  const at = deps.now().toISOString()
  const context = systemContext(deps, { part: 'erasure', account_id, chain: erasedId(kept) })
  const done =
    'user_id' in kept
      ? execute(deps, {
          ...{ aggregate: user, id: account_id, decide: eraseKnownUser, context },
          command: { account_id, user_id: kept.user_id, at },
        })
      : execute(deps, {
          ...{ aggregate: account, id: account_id, decide: eraseAccount, context },
          command: { account_id, at },
        })
  return done.then(outcomeOf)
}

function outcomeOf(done: {
  readonly refused?: unknown
  readonly events?: readonly unknown[]
}): Outcome {
  return done.refused === undefined && (done.events?.length ?? 0) > 0 ? 'erased' : 'nothing'
}
