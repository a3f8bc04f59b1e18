import type { RowResult } from '../report/run-file.ts'
import { type Bounds, bounded, Interrupted } from './bounded.ts'
import type { Group, OpenRow, RowAbout } from './group.ts'

/** A measured row, before it has its key. */
type Measured = Omit<Extract<RowResult, { outcome: 'measured' }>, 'group' | 'list_rows'>

/** How groups are run. */
export type Running = Bounds & {
  readonly listRows: number
  open(group: Group): Promise<readonly OpenRow[]>
  measure(row: OpenRow, signal: AbortSignal): Promise<Measured>
  /** Ends what a group has started; not called once the run is stopped. */
  close(): Promise<unknown>
  progress(line: string): void
  /** Prints what may explain a failure. */
  explain(): void
}

export type RunResult = {
  /** The groups that were measured to their end. */
  readonly groups: readonly string[]
  readonly rows: readonly RowResult[]
}

/** A group ends after this; its remaining rows fail. */
export const MAX_GROUP_MS = 10 * 60_000
/** The longest time of a row: its warm-up of a minute, and three times that for what is counted. */
const MAX_ROW_MS = 4 * 60_000

/** Runs groups one after the other. A row or a group that fails is reported as failed, and the next one runs. */
export async function runGroups(groups: readonly Group[], running: Running): Promise<RunResult> {
  const ended: string[] = []
  const rows: RowResult[] = []
  for (const group of groups) {
    if (running.stopping.aborted) break
    running.progress(group.name)
    for await (const row of rowsOf(group, running)) rows.push(row)
    if (!running.stopping.aborted) ended.push(group.name)
  }
  return { groups: ended, rows }
}

async function* rowsOf(group: Group, running: Running): AsyncGenerator<RowResult> {
  const deadline = running.clock.now() + MAX_GROUP_MS
  try {
    const opened = await openWithin(group, deadline, running)
    for (const [at, about] of group.rows.entries()) {
      const measured = (within: Within) => measuredRow(opened, at, within, running)
      const row = await attempt(group, about, deadline, running, measured)
      if (row === null) return
      yield row
    }
  } finally {
    // What was measured until a Ctrl-C is printed first.
    if (!running.stopping.aborted) await running.close()
  }
}

type Within = { readonly ms: number; readonly late: string }

/** @returns why the group did not open, instead of its rows */
async function openWithin(
  group: Group,
  deadline: number,
  running: Running,
): Promise<readonly OpenRow[] | Error> {
  const ms = deadline - running.clock.now()
  return bounded(() => running.open(group), ms, OVER, running).catch((error) => {
    const reason = new Error(`its group did not start: ${messageOf(error)}`, { cause: error })
    return error instanceof Interrupted ? error : reason
  })
}

const OVER = `the ${MAX_GROUP_MS / 60_000} minutes of the group were over`
const HUNG = `it was not measured within ${MAX_ROW_MS / 1_000} s`

async function measuredRow(
  opened: readonly OpenRow[] | Error,
  at: number,
  { ms, late }: Within,
  running: Running,
): Promise<Measured> {
  if (opened instanceof Error) throw opened
  if (ms <= 0) throw new Error(late)
  const row = opened[at]
  if (row === undefined) throw new Error('its group did not open it')
  return bounded((signal) => running.measure(row, signal), ms, late, running)
}

/** @returns null when the run was stopped meanwhile: such a row has neither failed nor been measured */
async function attempt(
  { name, usesLists }: Group,
  about: RowAbout,
  deadline: number,
  { clock, listRows, progress, explain }: Running,
  measure: (within: Within) => Promise<Measured>,
): Promise<RowResult | null> {
  const key = { group: name, name: about.name, list_rows: usesLists ? listRows : null }
  const left = deadline - clock.now()
  const within = left < MAX_ROW_MS ? { ms: left, late: OVER } : { ms: MAX_ROW_MS, late: HUNG }
  try {
    progress(`  ${about.name}`)
    return { ...key, ...(await measure(within)) }
  } catch (error) {
    if (error instanceof Interrupted) return null
    progress(`  ${about.name} failed: ${messageOf(error)}`)
    explain()
    return { ...key, outcome: 'failed', reason: messageOf(error) }
  }
}

function messageOf(error: unknown): string {
  const { message, name } = error instanceof Error ? error : { message: String(error), name: '' }
  // The clients of some servers give no reason.
  return message === '' ? name : message
}
